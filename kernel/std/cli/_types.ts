/**
 * What `boolean` may be given: names, or every long flag.
 *
 * @internal
 */
export type BooleanNames = boolean | string | undefined;

/**
 * What `string`, `collect` and `negatable` may be given.
 *
 * @internal
 */
export type FlagNames = string | undefined;

/**
 * Other names of a flag.
 *
 * @internal
 */
export type AliasNames = Readonly<Record<string, string | readonly string[]>> | undefined;

/**
 * Values for flags that are not given.
 *
 * @internal
 */
export type DefaultValues = Readonly<Record<string, unknown>> | undefined;

/** Names without a dot: those that are keys of the result as they stand. */
type Plain<Name> = Name extends `${string}.${string}` ? never : Extract<Name, string>;

/** Whether neither `boolean`, `string` nor `collect` says anything, so that every flag may be of any type. */
type IsUntyped<B, S, C> = undefined extends S
  ? undefined extends C ? undefined extends B ? true : false extends B ? true : false : false
  : false;

type BooleanFlags<B, C> = { [Name in Plain<B>]: Name extends C ? boolean[] : boolean };

type StringFlags<S, C, N> =
  & { [Name in Plain<Exclude<S, C>>]?: Name extends N ? string | false : string }
  & { [Name in Plain<Extract<S, C>>]: Name extends N ? string[] | false : string[] };

type CollectedFlags<B, S, C, N> = {
  [Name in Plain<Exclude<C, B | S>>]: Name extends N ? unknown[] | false : unknown[];
};

type WithDefaults<Flags, D> = undefined extends D ? Flags
  :
    & Omit<Flags, keyof D>
    & {
      [Name in keyof D]: Name extends keyof Flags ? D[Name] | NonNullable<Flags[Name]> : unknown;
    };

type OtherNames<Name, A> = Name extends keyof A
  ? A[Name] extends readonly (infer Other)[] ? Literal<Other> : Literal<A[Name]>
  : never;

type Literal<Name> = string extends Name ? never : Extract<Name, string>;

type WithAliases<Flags, A> = { [Name in keyof Flags as Name | OtherNames<Name, A>]: Flags[Name] };

/**
 * The flags that `parseArgs` returns for the options of these types.
 *
 * @internal
 */
export type Values<
  B extends BooleanNames,
  S extends FlagNames,
  C extends FlagNames,
  N extends FlagNames,
  D extends DefaultValues,
  A extends AliasNames,
> = IsUntyped<B, S, C> extends true
  // deno-lint-ignore no-explicit-any -- as upstream: untyped flags are of any type
  ? Record<string, any>
  :
    & Record<string, unknown>
    & WithAliases<WithDefaults<BooleanFlags<B, C> & StringFlags<S, C, N> & CollectedFlags<B, S, C, N>, D>, A>;

/**
 * What follows the double dash, where it is kept apart.
 *
 * @internal
 */
export type DoubleDash<Kept> = boolean extends Kept ? { "--"?: string[] }
  : true extends Kept ? { "--": string[] }
  : Record<never, never>;

#!/bin/sh
':' /*
# The launch lines of a recovery executable: shell, which JavaScript reads as a comment, so never a star before a slash.
# They start Deno with an empty environment, no cache, and these rights alone: to read the vault and the two variables
# that place it (as vault_place.ts does); for snapshot to write the vault, and to read the source and the folder above
# the vault; for restore to write the target and the temporary that becomes it, and to read the target's folder.
fail() {
  printf '%s\n' "$1" >&2
  exit "$2"
}
command -v "${DENO:-deno}" >/dev/null ||
  fail 'unavailable: Cannot start: there is no Deno; install it, or name its binary by DENO' 127
place=
case ${XDG_DATA_HOME:-} in
  /*) place=$XDG_DATA_HOME ;;
  *) case ${HOME:-} in /*) place=$HOME/.local/share ;; esac ;;
esac
vault=$place/gobstopper/vault
path= skipped=1 # the last operand; the command itself and the values of options are none
for word do
  case $skipped$word in
    1*) skipped= ;;
    --json | --help | --*=*) ;;
    -*) skipped=1 ;;
    *) path=$word ;;
  esac
done
case $path in
  *[/]*) folder=${path%/*}/ ;;
  *) folder=./ ;;
esac
read=$vault write= used=
case ${1:-}:$path in
  snapshot:?*) used=$path read=$place/gobstopper,$path write=$vault ;;
  restore:?*) used=$path read=$vault,$folder write=$path,$folder.vault-write-$$-0.tmp,$folder.vault-write-$$-1.tmp ;;
esac
case $vault$used in
  *,* | *[[:cntrl:]]*) fail 'usage: Cannot grant the path: it has a comma or a control character; choose another' 2 ;;
esac
[ "$place" ] || read= write=
case $0 in
  /*) self=$0 ;;
  *) self=./$0 ;;
esac
exec env -i DENO_DIR=/dev/null NO_COLOR=1 PATH="$PATH" HOME="${HOME:-}" XDG_DATA_HOME="${XDG_DATA_HOME:-}" \
  "${DENO:-deno}" run --quiet --no-prompt --no-config --no-lock --no-remote --no-npm --no-code-cache --ext=js \
  --allow-env=HOME,XDG_DATA_HOME ${read:+"--allow-read=$read"} ${write:+"--allow-write=$write"} "$self" "$@"
*/;

;; Tells, 64 bytes a step, whether a line is one JSON text (RFC 8259) in UTF-8 (RFC 3629).
;;
;; line_scan_code.ts holds these instructions assembled; its test assembles them again and compares.
;; Memory: 0..63 the padded rest of a line, 64..65599 the open arrays and objects, from 65600 on the caller's bytes.
;; Bit n of a mask stands for byte n of the step. A closed string is a value without a look inside it; what stands
;; outside of strings is read one byte after another.
(module
  (memory (export "memory") 32)

  ;; Which of 64 bytes equal one byte.
  (func $equal (param $at i32) (param $byte v128) (result i64)
    (i64.or
      (i64.or
        (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (local.get $byte))))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.load offset=16 (local.get $at)) (local.get $byte)))) (i64.const 16)))
      (i64.or
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.load offset=32 (local.get $at)) (local.get $byte)))) (i64.const 32))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.load offset=48 (local.get $at)) (local.get $byte)))) (i64.const 48)))))

  ;; Which of 64 bytes are below one byte.
  (func $below (param $at i32) (param $byte v128) (result i64)
    (i64.or
      (i64.or
        (i64.extend_i32_u (i8x16.bitmask (i8x16.lt_u (v128.load (local.get $at)) (local.get $byte))))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.lt_u (v128.load offset=16 (local.get $at)) (local.get $byte)))) (i64.const 16)))
      (i64.or
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.lt_u (v128.load offset=32 (local.get $at)) (local.get $byte)))) (i64.const 32))
        (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.lt_u (v128.load offset=48 (local.get $at)) (local.get $byte)))) (i64.const 48)))))

  ;; The kinds of 16 bytes, from their two halves: bits 0..3 may follow a backslash, bits 4..5 are hexadecimal digits.
  (func $kinds (param $bytes v128) (result v128)
    (v128.and
      (i8x16.swizzle
        (v128.const i8x16 16 48 61 48 56 56 52 16 16 16 0 0 2 0 4 1)
        (v128.and (local.get $bytes) (i8x16.splat (i32.const 15))))
      (i8x16.swizzle
        (v128.const i8x16 0 0 1 16 32 2 36 8 0 0 0 0 0 0 0 0)
        (i8x16.shr_u (local.get $bytes) (i32.const 4)))))

  ;; Which of 64 bytes have a kind within a set of kinds.
  (func $of_kind (param $at i32) (param $set v128) (result i64)
    (local $none v128)
    (i64.xor (i64.const -1)
      (i64.or
        (i64.or
          (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.and (call $kinds (v128.load (local.get $at))) (local.get $set)) (local.get $none))))
          (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.and (call $kinds (v128.load offset=16 (local.get $at))) (local.get $set)) (local.get $none)))) (i64.const 16)))
        (i64.or
          (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.and (call $kinds (v128.load offset=32 (local.get $at))) (local.get $set)) (local.get $none)))) (i64.const 32))
          (i64.shl (i64.extend_i32_u (i8x16.bitmask (i8x16.eq (v128.and (call $kinds (v128.load offset=48 (local.get $at))) (local.get $set)) (local.get $none)))) (i64.const 48))))))

  ;; Not zero where 16 bytes, after the 16 before them, break UTF-8: the lookup of Keiser and Lemire (2021). Three
  ;; tables give the faults that the halves of two neighbours allow; what all three allow is a fault. The top bit says
  ;; "two continuation bytes", which is right exactly where a lead byte two or three before asks for it.
  (func $utf8_faults (param $before v128) (param $bytes v128) (result v128)
    (local $one v128)
    (local.set $one (i8x16.shuffle 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 (local.get $before) (local.get $bytes)))
    (v128.xor
      (v128.and
        (v128.and
          (i8x16.swizzle
            (v128.const i8x16 2 2 2 2 2 2 2 2 0x80 0x80 0x80 0x80 0x21 0x01 0x15 0x49)
            (i8x16.shr_u (local.get $one) (i32.const 4)))
          (i8x16.swizzle
            (v128.const i8x16 0xe7 0xa3 0x83 0x83 0x8b 0xcb 0xcb 0xcb 0xcb 0xcb 0xcb 0xcb 0xcb 0xdb 0xcb 0xcb)
            (v128.and (local.get $one) (i8x16.splat (i32.const 15)))))
        (i8x16.swizzle
          (v128.const i8x16 1 1 1 1 1 1 1 1 0xe6 0xae 0xba 0xba 1 1 1 1)
          (i8x16.shr_u (local.get $bytes) (i32.const 4))))
      (v128.and
        (i8x16.splat (i32.const 0x80))
        (v128.or
          (i8x16.sub_sat_u
            (i8x16.shuffle 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 (local.get $before) (local.get $bytes))
            (i8x16.splat (i32.const 0x60)))
          (i8x16.sub_sat_u
            (i8x16.shuffle 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 (local.get $before) (local.get $bytes))
            (i8x16.splat (i32.const 0x70)))))))

  ;; The end of the digits from a place on.
  (func $digits (param $at i32) (param $end i32) (result i32)
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (i32.gt_u (i32.sub (i32.load8_u (local.get $at)) (i32.const 48)) (i32.const 9)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $more)))
    (local.get $at))

  ;; The byte at a place, 0 from the end on.
  (func $byte (param $at i32) (param $end i32) (result i32)
    (if (result i32) (i32.lt_u (local.get $at) (local.get $end))
      (then (i32.load8_u (local.get $at)))
      (else (i32.const 0))))

  ;; The end of the number, or of true, false or null, that starts at a place; 0 where none does.
  (func $scalar (param $at i32) (param $end i32) (result i32)
    (local $left i32) (local $from i32) (local $byte i32)
    (local.set $left (i32.sub (local.get $end) (local.get $at)))
    (if (i32.ge_u (local.get $left) (i32.const 4))
      (then
        (local.set $byte (i32.load (local.get $at)))
        (if (i32.or (i32.eq (local.get $byte) (i32.const 0x65757274)) (i32.eq (local.get $byte) (i32.const 0x6c6c756e)))
          (then (return (i32.add (local.get $at) (i32.const 4)))))
        (if (i32.and (i32.eq (local.get $byte) (i32.const 0x736c6166)) (i32.ge_u (local.get $left) (i32.const 5)))
          (then
            (if (i32.eq (i32.load8_u offset=4 (local.get $at)) (i32.const 0x65))
              (then (return (i32.add (local.get $at) (i32.const 5)))))))))
    (local.set $at (i32.add (local.get $at) (i32.eq (call $byte (local.get $at) (local.get $end)) (i32.const 0x2d))))
    (if (i32.eq (call $byte (local.get $at) (local.get $end)) (i32.const 0x30))
      (then (local.set $at (i32.add (local.get $at) (i32.const 1))))
      (else
        (local.set $from (local.get $at))
        (local.set $at (call $digits (local.get $at) (local.get $end)))
        (if (i32.eq (local.get $at) (local.get $from)) (then (return (i32.const 0))))))
    (if (i32.eq (call $byte (local.get $at) (local.get $end)) (i32.const 0x2e))
      (then
        (local.set $from (i32.add (local.get $at) (i32.const 1)))
        (local.set $at (call $digits (local.get $from) (local.get $end)))
        (if (i32.eq (local.get $at) (local.get $from)) (then (return (i32.const 0))))))
    (if (i32.eq (i32.or (call $byte (local.get $at) (local.get $end)) (i32.const 0x20)) (i32.const 0x65))
      (then
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (local.set $byte (call $byte (local.get $at) (local.get $end)))
        (local.set $from
          (i32.add
            (local.get $at)
            (i32.or (i32.eq (local.get $byte) (i32.const 0x2b)) (i32.eq (local.get $byte) (i32.const 0x2d)))))
        (local.set $at (call $digits (local.get $from) (local.get $end)))
        (if (i32.eq (local.get $at) (local.get $from)) (then (return (i32.const 0))))))
    (local.get $at))

  ;; The place of the next LF from a place on, or the end.
  (func (export "lineEnd") (param $at i32) (param $end i32) (result i32)
    (local $mask i32)
    (block $last
      (loop $more
        (br_if $last (i32.gt_u (i32.add (local.get $at) (i32.const 16)) (local.get $end)))
        (local.set $mask (i8x16.bitmask (i8x16.eq (v128.load (local.get $at)) (i8x16.splat (i32.const 10)))))
        (if (local.get $mask) (then (return (i32.add (local.get $at) (i32.ctz (local.get $mask))))))
        (local.set $at (i32.add (local.get $at) (i32.const 16)))
        (br $more)))
    (block $done
      (loop $more
        (br_if $done (i32.ge_u (local.get $at) (local.get $end)))
        (br_if $done (i32.eq (i32.load8_u (local.get $at)) (i32.const 10)))
        (local.set $at (i32.add (local.get $at) (i32.const 1)))
        (br $more)))
    (local.get $at))

  ;; What the line from a place to its end is: 0 no JSON text, 1 one without a backslash, 2 one with a backslash,
  ;; 3 unknown, nested more than 65,536 deep.
  (func (export "scanLine") (param $start i32) (param $end i32) (result i32)
    (local $from i32) (local $at i32) (local $place i32) (local $char i32) (local $skip i32)
    (local $state i32) ;; 0 a value, 1 a value or ], 2 a key or }, 3 a key, 4 a colon, 5 a comma or the end, 6 nothing
    (local $depth i32) (local $last i32) (local $escapes i32)
    (local $backslashes i64) (local $follows i64) (local $starts i64) (local $sums i64) (local $escaped i64)
    (local $is_escaped i64) ;; carried: whether a backslash ended the step
    (local $digits i64) (local $wants i64) ;; of \u escapes; the second is carried
    (local $quotes i64) (local $inside i64)
    (local $in_string i64) ;; carried: all bits where a string is open
    (local $outside i64)
    (local $v0 v128) (local $v1 v128) (local $v2 v128) (local $v3 v128)
    (local $before v128) (local $faults v128) (local $open v128) ;; carried, for UTF-8
    (local.set $from (local.get $start))
    (block $no
      (block $end_of_line
        (loop $step
          (br_if $end_of_line (i32.ge_u (local.get $from) (local.get $end)))
          (local.set $at (local.get $from))
          (if (i32.lt_u (i32.sub (local.get $end) (local.get $from)) (i32.const 64))
            (then ;; the rest, padded with spaces
              (memory.fill (i32.const 0) (i32.const 0x20) (i32.const 64))
              (memory.copy (i32.const 0) (local.get $from) (i32.sub (local.get $end) (local.get $from)))
              (local.set $at (i32.const 0))))

          ;; UTF-8
          (local.set $v0 (v128.load (local.get $at)))
          (local.set $v1 (v128.load offset=16 (local.get $at)))
          (local.set $v2 (v128.load offset=32 (local.get $at)))
          (local.set $v3 (v128.load offset=48 (local.get $at)))
          (if (i8x16.bitmask (v128.or (v128.or (local.get $v0) (local.get $v1)) (v128.or (local.get $v2) (local.get $v3))))
            (then
              (local.set $faults
                (v128.or
                  (v128.or
                    (call $utf8_faults (local.get $before) (local.get $v0))
                    (call $utf8_faults (local.get $v0) (local.get $v1)))
                  (v128.or
                    (call $utf8_faults (local.get $v1) (local.get $v2))
                    (call $utf8_faults (local.get $v2) (local.get $v3)))))
              (br_if $no (v128.any_true (local.get $faults)))
              (local.set $open
                (i8x16.sub_sat_u (local.get $v3)
                  (v128.const i8x16 255 255 255 255 255 255 255 255 255 255 255 255 255 0xef 0xdf 0xbf))))
            (else (br_if $no (v128.any_true (local.get $open)))))
          (local.set $before (local.get $v3))

          ;; Which bytes a backslash escapes: those after an odd number of them.
          (local.set $backslashes (call $equal (local.get $at) (i8x16.splat (i32.const 0x5c))))
          (if (i64.eqz (local.get $backslashes))
            (then
              (local.set $escaped (local.get $is_escaped))
              (local.set $is_escaped (i64.const 0)))
            (else
              (local.set $escapes (i32.const 1))
              (local.set $starts (i64.and (local.get $backslashes) (i64.xor (local.get $is_escaped) (i64.const -1))))
              (local.set $follows (i64.or (i64.shl (local.get $starts) (i64.const 1)) (local.get $is_escaped)))
              (local.set $sums
                (i64.add (local.get $starts)
                  (i64.and (local.get $starts)
                    (i64.and (i64.const 0xaaaaaaaaaaaaaaaa) (i64.xor (local.get $follows) (i64.const -1))))))
              (local.set $is_escaped (i64.extend_i32_u (i64.lt_u (local.get $sums) (local.get $starts))))
              (local.set $escaped
                (i64.and (local.get $follows)
                  (i64.xor (i64.const 0x5555555555555555) (i64.shl (local.get $sums) (i64.const 1)))))))

          ;; What follows a backslash, and the four digits of \u.
          (if (i64.ne (i64.or (local.get $escaped) (local.get $wants)) (i64.const 0))
            (then
              (br_if $no
                (i64.ne (i64.const 0)
                  (i64.and (local.get $escaped)
                    (i64.xor (i64.const -1) (call $of_kind (local.get $at) (i8x16.splat (i32.const 0x0f)))))))
              (local.set $digits
                (i64.and (local.get $escaped) (call $equal (local.get $at) (i8x16.splat (i32.const 0x75)))))
              (local.set $wants
                (i64.or (local.get $wants)
                  (i64.or
                    (i64.or (i64.shl (local.get $digits) (i64.const 1)) (i64.shl (local.get $digits) (i64.const 2)))
                    (i64.or (i64.shl (local.get $digits) (i64.const 3)) (i64.shl (local.get $digits) (i64.const 4))))))
              (br_if $no
                (i64.ne (i64.const 0)
                  (i64.and (local.get $wants)
                    (i64.xor (i64.const -1) (call $of_kind (local.get $at) (i8x16.splat (i32.const 0x30)))))))
              (local.set $wants
                (i64.or
                  (i64.or (i64.shr_u (local.get $digits) (i64.const 63)) (i64.shr_u (local.get $digits) (i64.const 62)))
                  (i64.or (i64.shr_u (local.get $digits) (i64.const 61)) (i64.shr_u (local.get $digits) (i64.const 60)))))))

          ;; Which bytes are inside strings, the opening quote among them: as many quotes before as make an odd number.
          (local.set $quotes
            (i64.and
              (call $equal (local.get $at) (i8x16.splat (i32.const 0x22)))
              (i64.xor (local.get $escaped) (i64.const -1))))
          (local.set $inside (local.get $quotes))
          (if (i64.ne (local.get $quotes) (i64.const 0))
            (then
              (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 1))))
              (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 2))))
              (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 4))))
              (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 8))))
              (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 16))))
              (local.set $inside (i64.xor (local.get $inside) (i64.shl (local.get $inside) (i64.const 32))))))
          (local.set $inside (i64.xor (local.get $inside) (local.get $in_string)))
          (local.set $in_string (i64.shr_s (local.get $inside) (i64.const 63)))
          (br_if $no
            (i64.ne (i64.const 0)
              (i64.and (local.get $inside) (call $below (local.get $at) (i8x16.splat (i32.const 0x20))))))

          ;; What starts or stands outside of strings.
          (local.set $outside
            (i64.or
              (i64.and (local.get $inside) (local.get $quotes))
              (i64.xor (i64.const -1) (i64.or (local.get $inside) (local.get $quotes)))))
          (block $read
            (loop $next
              (br_if $read (i64.eqz (local.get $outside)))
              (local.set $place
                (i32.add (local.get $from) (i32.wrap_i64 (i64.ctz (local.get $outside)))))
              (local.set $outside
                (i64.and (local.get $outside) (i64.sub (local.get $outside) (i64.const 1))))
              (br_if $read (i32.ge_u (local.get $place) (local.get $end)))
              (br_if $next (i32.lt_u (local.get $place) (local.get $skip)))
              (local.set $char (i32.load8_u (local.get $place)))
              (br_if $next
                (i32.or
                  (i32.eq (local.get $char) (i32.const 0x20))
                  (i32.or
                    (i32.eq (local.get $char) (i32.const 0x09))
                    (i32.or (i32.eq (local.get $char) (i32.const 0x0d)) (i32.eq (local.get $char) (i32.const 0x0a))))))
              (if (i32.eq (local.get $char) (i32.const 0x22))
                (then
                  (br_if $no (i32.ge_u (local.get $state) (i32.const 4)))
                  (local.set $state
                    (select
                      (i32.const 4)
                      (select (i32.const 5) (i32.const 6) (local.get $depth))
                      (i32.ge_u (local.get $state) (i32.const 2))))
                  (br $next)))
              (if (i32.eq (local.get $char) (i32.const 0x3a))
                (then
                  (br_if $no (i32.ne (local.get $state) (i32.const 4)))
                  (local.set $state (i32.const 0))
                  (br $next)))
              (if (i32.eq (local.get $char) (i32.const 0x2c))
                (then
                  (br_if $no (i32.ne (local.get $state) (i32.const 5)))
                  (local.set $state
                    (select (i32.const 3) (i32.const 0)
                      (i32.eq (i32.load8_u offset=63 (local.get $depth)) (i32.const 0x7b))))
                  (br $next)))
              ;; { and [ differ from } and ] by 2; the stack holds the openers
              (if (i32.eq (i32.or (local.get $char) (i32.const 0x20)) (i32.const 0x7b))
                (then
                  (br_if $no (i32.ge_u (local.get $state) (i32.const 2)))
                  (if (i32.ge_u (local.get $depth) (i32.const 65536)) (then (return (i32.const 3))))
                  (i32.store8 offset=64 (local.get $depth) (local.get $char))
                  (local.set $depth (i32.add (local.get $depth) (i32.const 1)))
                  (local.set $state
                    (select (i32.const 2) (i32.const 1) (i32.eq (local.get $char) (i32.const 0x7b))))
                  (br $next)))
              (if (i32.eq (i32.or (local.get $char) (i32.const 0x20)) (i32.const 0x7d))
                (then
                  (br_if $no (i32.eqz (local.get $depth)))
                  (local.set $last (i32.load8_u offset=63 (local.get $depth)))
                  (br_if $no (i32.ne (i32.add (local.get $last) (i32.const 2)) (local.get $char)))
                  (br_if $no
                    (i32.eqz
                      (i32.or
                        (i32.eq (local.get $state) (i32.const 5))
                        (i32.eq (local.get $state)
                          (select (i32.const 2) (i32.const 1) (i32.eq (local.get $last) (i32.const 0x7b)))))))
                  (local.set $depth (i32.sub (local.get $depth) (i32.const 1)))
                  (local.set $state (select (i32.const 5) (i32.const 6) (local.get $depth)))
                  (br $next)))
              (br_if $no (i32.ge_u (local.get $state) (i32.const 2)))
              (local.set $skip (call $scalar (local.get $place) (local.get $end)))
              (br_if $no (i32.eqz (local.get $skip)))
              (local.set $state (select (i32.const 5) (i32.const 6) (local.get $depth)))
              (br $next)))
          (local.set $from (i32.add (local.get $from) (i32.const 64)))
          (br $step)))
      (br_if $no (v128.any_true (local.get $open)))
      (br_if $no (i64.ne (local.get $in_string) (i64.const 0)))
      (br_if $no (i32.ne (local.get $state) (i32.const 6)))
      (return (i32.add (i32.const 1) (local.get $escapes))))
    (i32.const 0)))

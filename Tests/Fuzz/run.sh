#!/usr/bin/env bash
# run.sh MINUTES [NAME...]: fuzzes each entry (imaging, codecs, color, documents) for that many minutes of processor time, guided
# by coverage, under AddressSanitizer. What is found stays in .build/fuzz/NAME-found; exits 1 when there is anything.
set -euo pipefail
cd "$(dirname "$0")/../.."
minutes=$1
shift
names=("$@")
[ ${#names[@]} -gt 0 ] || names=(color codecs documents imaging)
out=$PWD/.build/fuzz
mkdir -p "$out/objects" "$out/seeds"
zoo=${TORII_ZOO:-.build/fixtures/zoo}

c=(clang -O1 -g -fsanitize=address,fuzzer-no-link -ISources/CImaging/include)
swift=(swiftc -O -g -sanitize=address,fuzzer -use-ld=lld -parse-as-library -swift-version 6 -package-name torii -module-cache-path "$out/cache"
    -enable-upcoming-feature InternalImportsByDefault -enable-upcoming-feature ExistentialAny -I "$out"
    -Xcc -fmodule-map-file="$out/module.modulemap")
printf 'module CImaging { umbrella "%s/Sources/CImaging/include" export * }\n' "$PWD" > "$out/module.modulemap"
libraries=(-ljpeg -lspng -lz -lwebp -lheif -llcms2)

for source in Sources/CImaging/*.c; do "${c[@]}" -c "$source" -o "$out/objects/$(basename "$source").o"; done
module() {
    local name=$1
    # shellcheck disable=SC2046
    "${swift[@]}" -wmo -module-name "$name" -emit-module -emit-module-path "$out/$name.swiftmodule" \
        -c $(find "Sources/$name" -name '*.swift') -o "$out/objects/$name.swift.o"
}
for name in "${names[@]}"; do
    case $name in
    color | codecs)
        clang -O1 -g -fuse-ld=lld -fsanitize=address,fuzzer -ISources/CImaging/include "Tests/Fuzz/${name}_fuzz.c" "$out"/objects/*.c.o \
            "${libraries[@]}" -o "$out/$name"
        ;;
    documents)
        module Documents
        "${swift[@]}" Tests/Fuzz/DocumentsFuzz.swift "$out/objects/Documents.swift.o" -o "$out/documents"
        ;;
    imaging)
        module Gate
        module Imaging
        "${swift[@]}" Tests/Fuzz/ImagingFuzz.swift "$out"/objects/{Gate,Imaging}.swift.o "$out"/objects/*.c.o "${libraries[@]}" \
            -o "$out/imaging"
        ;;
    esac
done

python3 Tests/Fuzz/seeds.py "$zoo" "$out/seeds" policies
failed=0
for name in "${names[@]}"; do
    mkdir -p "$out/$name-corpus" "$out/$name-found"
    rm -f "$out/$name-found"/*
    echo "fuzzing $name for $minutes minutes of processor time"
    status=0
    # The shell's word of the signal is of no interest.
    { (
        cd "$out"
        ulimit -S -t $((minutes * 60))
        # What the libraries print of broken files is not of interest; the fuzzer's own words go to a file.
        SWIFT_BACKTRACE=enable=no ASAN_OPTIONS=detect_leaks=1:allocator_may_return_null=1 \
            exec "./$name" "$name-corpus" "seeds/$name" -max_len=150000 -timeout=10 -rss_limit_mb=1024 -malloc_limit_mb=300 \
            -artifact_prefix="$name-found/" -close_fd_mask=1 >/dev/null 2>"$name.log"
    ) || status=$?; } 2>/dev/null
    # Only the limit ends a run that finds nothing: 128 + SIGXCPU.
    [ $status -eq 152 ] || failed=1
    grep -aoE '^#[0-9]+|SUMMARY.*' "$out/$name.log" | tail -1 | sed 's/^#/inputs tried: /'
    ls "$out/$name-found"
done
exit $failed

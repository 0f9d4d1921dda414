#!/usr/bin/env bash
# Passes on what matters of a build's output: errors, warnings and the last line. Says how far it is now and then, since a
# first build takes minutes.
last=""
shown=$SECONDS
echo "building; the first time takes some minutes"
while IFS= read -r line; do
    case "$line" in
        # Of a library's own object files, nothing to be done here.
        *mktemp*"is dangerous, better use"*) ;;
        *error:* | *warning:* | *note:*) echo "$line" ;;
    esac
    last="$line"
    if [ $((SECONDS - shown)) -ge 30 ]; then
        shown=$SECONDS
        case "$line" in \[*) echo "building ${line%%]*}]" ;; esac
    fi
done
echo "$last"

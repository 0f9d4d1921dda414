#!/usr/bin/env bash
# Passes on what matters of a build's output: errors, warnings and the last line.
last=""
while IFS= read -r line; do
    case "$line" in
        *error:* | *warning:* | *note:*) echo "$line" ;;
    esac
    last="$line"
done
echo "$last"

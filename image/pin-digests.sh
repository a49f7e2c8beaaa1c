#!/bin/sh
# Writes the digests that the tags of today stand for behind them, in the Dockerfile and in compose.yaml, so that a tag that moves
# changes nothing until this is run again. It asks the registries, through docker, and changes nothing where one does not answer.
#
#   sh image/pin-digests.sh [FILE ...]
set -eu
cd "$(dirname "$0")/.."
[ $# -gt 0 ] || set -- Dockerfile compose.yaml

# FROM of the Dockerfile and image: of compose.yaml, without what is built here and what is a stage of the same file.
list_images() {
  sed -nE 's/^FROM +([^ @]+[:/][^ @]*)(@sha256:[0-9a-f]+)?( .*)?$/\1/p; s/^ +image: +([^ @]+:[^ @]*)(@sha256:[0-9a-f]+)?$/\1/p' "$@" | sort -u
}

digest_of() {
  docker buildx imagetools inspect "$1" --format '{{.Manifest.Digest}}'
}

pins=""
for image in $(list_images "$@"); do
  digest=$(digest_of "$image")
  case $digest in
    sha256:????????????????????????????????????????????????????????????????) ;;
    *) echo "$image has no digest: $digest" >&2; exit 1 ;;
  esac
  pins="$pins $image@$digest"
done
for pin in $pins; do
  image=${pin%@*}
  for file in "$@"; do
    sed -E "s#([ ])$image(@sha256:[0-9a-f]+)?( |\$)#\1$pin\3#" "$file" > "$file.pinned" && cat "$file.pinned" > "$file" && rm "$file.pinned"
  done
  echo "$pin"
done

#!/bin/sh
# A sweep by GNU parallel, on this machine or, with its --sshlogin, on several that share a folder.
#
#   parallel.sh RUN_CONFIG FOLDER
#
# Units go one a line from the plan to workers that write a file an episode. A unit may be done twice, so a batch that
# was lost is simply done again: the last command plays what is missing, and does nothing where nothing is.
#
# PERMAFROST: the command line, as words (permafrost). JOBS: processes at a time (one a core). BATCH: units a process.
set -eu
config=$1 folder=$2
permafrost=${PERMAFROST:-permafrost}

mkdir -p "$folder"
# shellcheck disable=SC2086 # the command is words
$permafrost je sweep --config "$config" --units |
  parallel --will-cite --quote --pipe -N "${BATCH:-25}" --jobs "${JOBS:-100%}" \
    $permafrost je unit --output "$folder" >&2 ||
  echo "some batches were lost; playing what is missing" >&2
# shellcheck disable=SC2086
$permafrost je sweep --config "$config" --output "$folder"

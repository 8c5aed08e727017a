#!/bin/sh
#SBATCH --job-name=je-sweep
#SBATCH --requeue
#SBATCH --open-mode=append
# A sweep as a Slurm job array: task I of N plays part I of N into a folder of its own, FOLDER/part-I. A task that is
# killed and requeued goes on where it was.
#
#   sbatch --wait --array=1-10 slurm_array.sh RUN_CONFIG FOLDER
#   permafrost je merge FOLDER/all FOLDER/part-*
#   permafrost je aggregate FOLDER/all
#
# PERMAFROST: the command line, as words (permafrost). Paths must mean the same on every node.
set -eu
config=$1 folder=$2
permafrost=${PERMAFROST:-permafrost}

mkdir -p "$folder"
# shellcheck disable=SC2086 # the command is words
exec $permafrost je sweep --config "$config" --output "$folder/part-$SLURM_ARRAY_TASK_ID" \
  --shard "$SLURM_ARRAY_TASK_ID/$SLURM_ARRAY_TASK_COUNT" --workers "${SLURM_CPUS_PER_TASK:-0}"

#!/bin/sh
# Trains the network of one game in generations: a population plays, networks learn from the samples of all generations
# (on the GPU with train.py, and on one core with "train fit" beside it), and the better one meets the population.
#
#   league.sh NAME START.net GENERATIONS GAMES SIMULATIONS SEED OUT "GAME FLAGS" "PLAY FLAGS" GATE_SEATS
#
# BIN is the program, WORK where the samples go (they are large), OUTCOME the outcome weight. Networks and logs go to
# OUT: NAME-gN.net, NAME.log. A generation that is not accepted does not play on, but its network is kept. With
# PLAY_SECONDS a trial of 800 games tells how many games fit into that time, at most GAMES; the log says how many.
# ANCESTORS and SAMPLES go on with a league: the networks it has met and the files it has played, both before this one.
set -u
name=$1 start=$2 generations=$3 games=$4 simulations=$5 seed=$6 out=$7 game=$8 play=$9
shift 9
seats=$1
bin=${BIN:-bin/mirabilia} work=${WORK:-/tmp} outcome=${OUTCOME:-0.6}
here=$(dirname "$0")
log=$out/$name.log
mkdir -p "$out" "$work"
current=$start ancestors=${ANCESTORS:-shipped} samples=${SAMPLES:-}
say() { echo "$(date +%T) $*" | tee -a "$log"; }
loss() { # of a network on the games held back; 9 if there is none
  "$bin" train fit /dev/null $samples --start "$1" --epochs 0 --outcome-weight "$outcome" 2>/dev/null | sed -n 's/.*loss before //p' | grep . || echo 9
}

if [ -n "${PLAY_SECONDS:-}" ]; then
  rm -f "$work/trial"
  began=$(date +%s%N)
  "$bin" train play "$work/trial" $game $play --net "$start" --games 800 --simulations "$simulations" --seed "$seed" >/dev/null 2>&1 || { say "playing failed"; exit 1; }
  fit=$((800 * PLAY_SECONDS * 1000 / (($(date +%s%N) - began) / 1000000 + 1) / 64 * 64))
  [ "$fit" -lt "$games" ] && games=$fit
  say "$games games for each generation"
fi

g=1
while [ "$g" -le "$generations" ]; do
  file=$work/$name-g$g.samples
  say "generation $g plays with $current"
  "$bin" train play "$file" $game $play --net "$current" --ancestors "$ancestors" --games "$games" --simulations "$simulations" --seed $((seed + g)) >>"$log" 2>&1 || { say "playing failed"; exit 1; }
  samples="$file $samples"
  gpu=$work/$name-g$g-gpu.net cpu=$work/$name-g$g-cpu.net
  rm -f "$gpu" "$cpu"
  say "generation $g learns"
  timeout "${FIT_SECONDS:-90}" "$bin" train fit "$cpu" "$file" --start "$current" --epochs 2 --learning-rate 0.01 --outcome-weight "$outcome" >"$work/$name-cpu.log" 2>&1 &
  fit=$!
  python3 "$here/train.py" "$gpu" $samples --start "$current" --epochs "${EPOCHS:-12}" --minutes 1.5 --outcome-weight "$outcome" >>"$log" 2>&1 || say "train.py failed"
  [ -s "$gpu" ] || wait $fit
  kill $fit 2>/dev/null
  best=$out/$name-g$g.net
  a=$(loss "$gpu") b=$(loss "$cpu")
  say "held back: GPU $a, one core $b, before $(loss "$current")"
  if awk "BEGIN { exit !($a <= $b) }"; then cp "$gpu" "$best"; else cp "$cpu" "$best"; fi || exit 1
  say "generation $g meets the population"
  if "$bin" train gate "$best" $game --seats "$seats" --against "$ancestors" --games "${GATE_GAMES:-200}" --simulations "${GATE_SIMULATIONS:-200}" --seed $((seed + 1000 + g)) >>"$log" 2>&1; then
    current=$best ancestors=$ancestors,$best
  else
    say "generation $g was not accepted"
  fi
  tail -4 "$log"
  g=$((g + 1))
done
say "done; the network to take is $current"

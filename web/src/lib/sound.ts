// Few, soft sounds, made on the spot; off unless switched on.

import { settings } from './settings.svelte';

/** Notes in hertz, one after the other. */
const tunes = {
  /** Something was put down. */
  card: [330],
  /** It is your move. */
  turn: [523, 784],
  end: [523, 659, 784],
};

let context: AudioContext | null = null;

export function play(tune: keyof typeof tunes) {
  // In a tab that is not looked at only what calls for its player sounds.
  if (!settings.sound || (document.hidden && tune === 'card') || typeof AudioContext === 'undefined') return;
  context ??= new AudioContext();
  void context.resume();
  const { currentTime, destination } = context;
  tunes[tune].forEach((hertz, i) => {
    const from = currentTime + i * 0.13;
    const note = context!.createOscillator();
    const gain = context!.createGain();
    note.type = 'sine';
    note.frequency.value = hertz;
    gain.gain.setValueAtTime(0, from);
    gain.gain.linearRampToValueAtTime(0.06, from + 0.015);
    gain.gain.exponentialRampToValueAtTime(0.0005, from + 0.3);
    note.connect(gain).connect(destination);
    note.start(from);
    note.stop(from + 0.32);
  });
}

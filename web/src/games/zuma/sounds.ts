import { grain, knock, ready, signal, swish } from "../../ui/sound.svelte";
import type { ZumaSession } from "./session.svelte";
import type { ZumaEvent } from "./types";

/** Drums, wood and a conch; soft, as they come every few seconds. */
const SKIN_HZ = 170;
const LOW_SKIN_HZ = 120;
const GROUND_HZ = 88;
const GRABBED_HZ = 1250;
/** "Zu-ma": the shell's two tones, a fourth apart. */
const ZU_HZ = 294;
const MA_HZ = 392;

/** A beat: cards have been passed on. */
function beat(): void {
  drum(0, SKIN_HZ, 0.26, 0.32);
}

/** Little of the beat is left. */
function hurry(): void {
  drum(0, LOW_SKIN_HZ, 0.24, 0.24);
  drum(0.15, LOW_SKIN_HZ, 0.3, 0.3);
}

/** A hand closes around a pole. */
function clack(): void {
  knock(0, GRABBED_HZ);
  knock(35, GRABBED_HZ * 0.72);
}

/** The call "Zuma!". */
function call(): void {
  shell(0, ZU_HZ, 0.2);
  shell(0.17, MA_HZ, 0.5);
}

/** A foul: a hand has reached out without a reason. */
function foul(): void {
  drum(0, GROUND_HZ, 0.34, 0.42);
  knock(0, 160);
}

/** A drum: the tone sinks while it fades. */
function drum(after: number, pitch: number, loud: number, long: number): void {
  const room = ready();
  if (!room) return;
  const start = room.currentTime + after;
  const skin = room.createOscillator();
  skin.frequency.setValueAtTime(pitch * 1.6, start);
  skin.frequency.exponentialRampToValueAtTime(pitch, start + 0.05);
  skin.frequency.exponentialRampToValueAtTime(pitch * 0.8, start + long);
  skin.connect(swell(room, start, loud, 0.004, long));
  skin.start(start);
  skin.stop(start + long);
  breath(room, start, pitch * 4, loud * 0.45, 0.002, 0.05);
}

/** A conch: a round tone that rises into its pitch, with breath noise. */
function shell(after: number, pitch: number, long: number): void {
  const room = ready();
  if (!room) return;
  const start = room.currentTime + after;
  [1, 2].forEach((part) => {
    const air = room.createOscillator();
    air.type = part === 1 ? "triangle" : "sine";
    air.frequency.setValueAtTime(pitch * part * 0.94, start);
    air.frequency.exponentialRampToValueAtTime(pitch * part, start + 0.07);
    air.connect(swell(room, start, 0.11 / part ** 2, 0.05, long));
    air.start(start);
    air.stop(start + long);
  });
  breath(room, start, pitch * 3, 0.04, 0.03, 0.1);
}

function breath(
  room: AudioContext,
  start: number,
  pitch: number,
  loud: number,
  rise: number,
  long: number,
): void {
  const air = room.createBufferSource();
  air.buffer = grain(room);
  const mouth = room.createBiquadFilter();
  mouth.type = "bandpass";
  mouth.frequency.value = pitch;
  mouth.Q.value = 1.2;
  air.connect(mouth).connect(swell(room, start, loud, rise, long));
  air.start(start);
}

/** Rises and fades, so that nothing clicks. */
function swell(
  room: AudioContext,
  start: number,
  loud: number,
  rise: number,
  long: number,
): GainNode {
  const gain = room.createGain();
  gain.gain.setValueAtTime(0, 0);
  gain.gain.setValueAtTime(0.0001, start);
  gain.gain.exponentialRampToValueAtTime(loud, start + rise);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(room.destination);
  return gain;
}

const CARD_HZ = 520;
const POLE_HZ = 300;

/** Sounds for beats, for every hand at a pole, and for one's own choice. */
export function sound(event: ZumaEvent, { near, view }: ZumaSession): void {
  // The first hand of a round that reaches out is a signal to all.
  if (event.type === "reached" && event.at === view.grabs[0]?.reached) signal();
  else if (event.type === "called") call();
  else if (event.type === "passed") beat();
  else if (event.type === "hurried") hurry();
  else if (event.type === "chose" && event.seat === near) swish(CARD_HZ);
  else if (event.type === "turned") knock(0, POLE_HZ);
  else if (event.type === "held") clack();
  else if (event.type === "missed" && event.seat === near) knock(0, POLE_HZ);
  else if (event.type === "counted" && event.lines.some((line) => line.foul > 0)) foul();
}

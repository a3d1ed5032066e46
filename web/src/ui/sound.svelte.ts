import { recall, remember } from "../startup/stored";

/** Short soft sounds, made here: a filtered knock of noise for wood, two sine tones for a chime. */
let muted = $state(recall("sound") === "off");
let room: AudioContext | null = null;

export const sound = {
  get muted(): boolean {
    return muted;
  },
  toggle(): void {
    muted = !muted;
    remember("sound", muted ? "off" : "on");
    if (!muted) knock(0, 340);
  },
};

// Browsers allow sound only after the person has done something on the page; with a finger, once it is lifted.
function wake(): void {
  room ??= new AudioContext();
  resume();
}
for (const gesture of ["pointerdown", "pointerup", "keydown"]) addEventListener(gesture, wake);
document.addEventListener("visibilitychange", resume);

/** A phone call or another app may have stopped it: "suspended", or on iOS the non-standard "interrupted". */
function resume(): void {
  if (!room || room.state === "running" || document.visibilityState === "hidden") return;
  // Where it may not begin again yet, the next touch tries once more.
  room.resume().catch(() => undefined);
}

/** Where a sound may be made just now, if anywhere: games with sounds of their own make them there. */
export function ready(): AudioContext | null {
  return muted || room?.state !== "running" ? null : room;
}

/** Wood on wood, `after` milliseconds from now. */
export function knock(after: number, pitch: number): void {
  const here = ready();
  if (!here) return;
  const start = here.currentTime + after / 1000;
  const noise = here.createBufferSource();
  noise.buffer = grain(here);
  const body = here.createBiquadFilter();
  body.type = "bandpass";
  body.frequency.value = pitch;
  body.Q.value = 4;
  noise.connect(body).connect(fading(here, start, 0.5, 0.09));
  noise.start(start);
  tone(here, start, pitch * 0.5, 0.12, 0.07);
}

/** One short tone: a countdown. */
export function tick(): void {
  const here = ready();
  if (here) tone(here, here.currentTime, 660, 0.07, 0.11);
}

/** A bright fifth: now it begins. */
export function signal(): void {
  const here = ready();
  if (!here) return;
  tone(here, here.currentTime, 990, 0.08, 0.3);
  tone(here, here.currentTime + 0.03, 1485, 0.06, 0.45);
}

/** Paper over a table: cards are thrown away. */
export function swish(pitch: number): void {
  const here = ready();
  if (!here) return;
  const paper = here.createBufferSource();
  paper.buffer = grain(here);
  const body = here.createBiquadFilter();
  body.type = "bandpass";
  body.frequency.value = pitch * 3;
  body.Q.value = 0.8;
  paper.playbackRate.value = 0.6;
  paper.connect(body).connect(fading(here, here.currentTime, 0.14, 0.16));
  paper.start();
}

/** Two quiet tones, rising: your turn. */
export function chime(): void {
  const here = ready();
  if (!here) return;
  tone(here, here.currentTime, 523, 0.05, 0.35);
  tone(here, here.currentTime + 0.12, 784, 0.04, 0.5);
}

/** Three tones: the game has ended. */
export function fanfare(): void {
  const here = ready();
  if (!here) return;
  [392, 523, 659].forEach((pitch, step) => {
    tone(here, here.currentTime + step * 0.14, pitch, 0.06, 0.7);
  });
}

function tone(here: AudioContext, start: number, pitch: number, loud: number, long: number): void {
  const string = here.createOscillator();
  string.frequency.value = pitch;
  string.connect(fading(here, start, loud, long));
  string.start(start);
  string.stop(start + long);
}

function fading(here: AudioContext, start: number, loud: number, long: number): GainNode {
  const gain = here.createGain();
  gain.gain.setValueAtTime(0, 0);
  gain.gain.setValueAtTime(loud, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, start + long);
  gain.connect(here.destination);
  return gain;
}

let noise: AudioBuffer | null = null;

/** A tenth of a second of noise. */
export function grain(here: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = here.createBuffer(1, here.sampleRate * 0.1, here.sampleRate);
  const samples = noise.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return noise;
}

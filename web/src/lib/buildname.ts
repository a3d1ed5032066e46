/** A short name for a build, made from its files, whose own names have their contents in them. */
export function buildName(files: readonly string[]): string {
  // FNV-1a, twice with another beginning: no secret, only a name.
  const text = files.toSorted().join("\n");
  return [0x811c9dc5, 0x01000193].map((seed) => hashed(text, seed)).join("");
}

function hashed(text: string, seed: number): string {
  let hash = seed;
  for (const letter of text) hash = Math.imul(hash ^ (letter.codePointAt(0) ?? 0), 0x01000193);
  return (hash >>> 0).toString(16).padStart(8, "0");
}

/** A name that nobody else uses. Pages without a secure line, as in a home network, have no randomUUID. */
export function newRef(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** Between moments and what a field for local time holds. */
export function toLocal(at: Date): string {
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16)
}

export function fromLocal(text: string): Date | null {
  const at = new Date(text)
  return text && !Number.isNaN(at.getTime()) ? at : null
}

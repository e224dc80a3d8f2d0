/** References and URNs for what is new. */

/** A text as a part of a URN. */
export const slug = (text: string): string =>
  text
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{N}._[\]()]+/gu, '-')
    .replace(/^-+|-+$/g, '')

/**
 * The URN of something new within a framework or a library. It is made of its reference, and never one that is taken:
 * references can be changed, URNs stay.
 */
export function newUrn(within: string, kind: string, ref: string, taken: Iterable<string>): string {
  const [, packager = '', domain = 'risk', , ...rest] = within.split(':')
  const stem = `urn:${packager}:${domain}:${kind}:${rest.join(':')}:${slug(ref) || 'new'}`
  return free(stem, taken, '-')
}

/** The URN of something that has no reference: the stem and the first number that is free. */
export function freshUrn(stem: string, taken: string[]): string {
  let count = taken.length + 1
  while (taken.includes(`${stem}${count}`)) count += 1
  return `${stem}${count}`
}

function free(stem: string, taken: Iterable<string>, glue: string): string {
  const known = new Set([...taken].map(one => one.toLowerCase()))
  let name = stem
  for (let count = 2; known.has(name.toLowerCase()); count += 1) name = `${stem}${glue}${count}`
  return name
}

/** The reference after the last one of its kind: “A.3” after “A.2”, “C” after “B”, “A.1” under “A”. */
export function nextRef(
  last: string | null | undefined,
  parent: string | null | undefined,
  taken: string[],
): string {
  const known = new Set(taken.map(one => one.toLowerCase()))
  let ref = last ? after(last) : parent ? `${parent}.1` : '1'
  while (known.has(ref.toLowerCase())) ref = after(ref)
  return ref
}

function after(ref: string): string {
  const number = /^(.*?)(\d+)$/.exec(ref)
  if (number) {
    const digits = number[2] ?? ''
    return `${number[1]}${String(Number(digits) + 1).padStart(digits.length, '0')}`
  }
  const letter = /^(.*[^\p{L}])?([A-Ya-y])$/u.exec(ref)
  if (letter) return `${letter[1] ?? ''}${String.fromCharCode((letter[2] as string).charCodeAt(0) + 1)}`
  return `${ref}.2`
}

/** Files in one, as they are: a workbook is such an archive. */

const TABLE = Array.from({ length: 256 }, (_, at) => {
  let value = at
  for (let bit = 0; bit < 8; bit += 1) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) sum = (TABLE[(sum ^ byte) & 0xff] ?? 0) ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

/** The day that archives begin with; the files in it have no time of their own. */
const DAY = 0x21
const UTF_8 = 0x800

export function zip(files: [string, Uint8Array][]): Uint8Array<ArrayBuffer> {
  const encoder = new TextEncoder()
  const entries = files.map(([name, content]) => ({
    name: encoder.encode(name),
    content,
    sum: crc32(content),
  }))
  const size = entries.reduce(
    (sum, { name, content }) => sum + 30 + 46 + 2 * name.length + content.length,
    22,
  )
  const out = new Uint8Array(size)
  const view = new DataView(out.buffer)
  let at = 0
  const short = (value: number) => {
    view.setUint16(at, value, true)
    at += 2
  }
  const long = (value: number) => {
    view.setUint32(at, value, true)
    at += 4
  }
  const put = (bytes: Uint8Array) => {
    out.set(bytes, at)
    at += bytes.length
  }
  /** What is said of a file both before it and in the directory. */
  const about = ({ name, content, sum }: (typeof entries)[number]) => {
    short(20)
    short(UTF_8)
    short(0)
    short(0)
    short(DAY)
    long(sum)
    long(content.length)
    long(content.length)
    short(name.length)
    short(0)
  }
  const places = entries.map(entry => {
    const place = at
    long(0x04034b50)
    about(entry)
    put(entry.name)
    put(entry.content)
    return place
  })
  const directory = at
  for (const [index, entry] of entries.entries()) {
    long(0x02014b50)
    short(20)
    about(entry)
    short(0)
    short(0)
    short(0)
    long(0)
    long(places[index] ?? 0)
    put(entry.name)
  }
  const length = at - directory
  long(0x06054b50)
  short(0)
  short(0)
  short(entries.length)
  short(entries.length)
  long(length)
  long(directory)
  short(0)
  return out
}

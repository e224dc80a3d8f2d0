/** Files that people keep: made here, or by the server, which also sets their names. */
import { type Params, send } from './client'

export function saveAs(name: string, content: Blob) {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

export async function saveFile(path: string, params?: Params) {
  const response = await send(path, { params })
  saveAs(nameIn(response.headers.get('content-disposition') ?? ''), await response.blob())
}

/** The name in a `Content-Disposition` header (RFC 6266), in its extended form. */
export function nameIn(header: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : 'download'
}

/** Files created by the server: requested, and saved under the name that it sets. */
import { type Params, send } from './client'

export async function saveFile(path: string, params?: Params) {
  const response = await send(path, { params })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(await response.blob())
  link.download = nameIn(response.headers.get('content-disposition') ?? '')
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

/** The name in a `Content-Disposition` header (RFC 6266), in its extended form. */
export function nameIn(header: string): string {
  const encoded = /filename\*=UTF-8''([^;]+)/i.exec(header)?.[1]
  return encoded ? decodeURIComponent(encoded) : 'download'
}

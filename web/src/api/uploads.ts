/**
 * Files are uploaded one by one, so that a refused one does not affect the others, and each has its own
 * reason.
 */
import { ApiError } from './client'

export interface Uploaded {
  taken: File[]
  refused: { name: string; reason: string }[]
}

export async function uploadEach(files: File[], send: (file: File) => Promise<unknown>): Promise<Uploaded> {
  const result: Uploaded = { taken: [], refused: [] }
  for (const file of files) {
    try {
      await send(file)
      result.taken.push(file)
    } catch (error) {
      // What the server says of the file; a server that cannot be reached is the same for all of them.
      if (!(error instanceof ApiError)) throw error
      result.refused.push({ name: file.name, reason: reasonOf(error) })
    }
  }
  return result
}

/** The words about the file itself, where there are some. */
export function reasonOf(error: ApiError): string {
  const said = Object.values(error.problem.errors ?? {}).flat()
  return said.length > 0 ? said.join(' ') : error.message
}

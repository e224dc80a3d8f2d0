/** What is inside a library, in words: “1 framework, 37 reference controls”. */
import type { TFunction } from 'i18next'
import { formatNumber } from '@/i18n/format'
import { spoken } from '@/i18n/labels'
import { inside, KINDS, type Library } from './libraries'

export const isKnown = (kind: string) => (KINDS as readonly string[]).includes(kind)

export function counted(t: TFunction, kind: string, count: number): string {
  return isKnown(kind) ? t(`library.counts.${kind}`, { count }) : `${spoken(kind)}: ${formatNumber(count)}`
}

export function insideWords(t: TFunction, library: Pick<Library, 'objects_meta'>): string {
  const parts = inside(library).map(([kind, count]) => counted(t, kind, count))
  return parts.join(', ') || t('library.nothingInside')
}

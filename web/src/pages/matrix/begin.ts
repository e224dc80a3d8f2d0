/** The matrix that a new one begins with: five by five, and it can be used as it is. */
import type { TFunction } from 'i18next'
import { blankMatrix } from './edit'

export function beginning(t: TFunction) {
  const names = (kind: string) => t(`matrixEditor.begin.${kind}`).split(', ')
  return blankMatrix({
    probability: names('probability'),
    impact: names('impact'),
    risk: names('risk'),
  })
}

/** What a draft is called and who makes it, and what it contains that is not edited here. */

import type { Resource } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import Details from '../audit/Details'
import { counted } from '../library/words'
import type { Draft } from './api'

const EDITED = ['frameworks', 'reference_controls', 'threats']

export function About({ resource, draft }: { resource: Resource; draft: Draft }) {
  const { t } = useTranslation()
  const others = Object.entries(draft.objects_meta).filter(([kind]) => !EDITED.includes(kind))
  return (
    <>
      {others.length > 0 && (
        <p className="max-w-[66ch] px-5 pt-4 text-sm lg:px-8">
          <span className="font-medium">
            {others.map(([kind, count]) => counted(t, kind, count)).join(', ')}.
          </span>{' '}
          <span className="text-ink-soft">{t('draft.othersHelp')}</span>
        </p>
      )}
      <Details resource={resource} row={draft} />
    </>
  )
}

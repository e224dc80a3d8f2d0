/** Says that everything on the page is a what-if, how far it goes, and how to end it. */
import { Link, useLocation } from '@tanstack/react-router'
import { Check, Ellipsis, FlaskConical, GitCompareArrows, LogOut, Trash2 } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { DRAFTS, enterDraft } from '@/api/draft'
import { useDraftInfo } from '@/api/useDraft'
import { withWords } from '@/i18n/parts'
import { useTranslation } from '@/i18n/react'
import { mayDecide } from '@/pages/whatif/rights'
import { to } from '@/resource/address'
import { cn } from '@/ui/cn'
import { Menu } from '@/ui/Menu'
import { useFrame } from '@/ui/useFrame'
import { useRealUser } from './useRealUser'

const ApplyDialog = lazy(withWords('whatif', () => import('@/pages/whatif/ApplyDialog')))
const DiscardDialog = lazy(withWords('whatif', () => import('@/pages/whatif/DiscardDialog')))

const CONTROL =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md border border-what-if-ink/50 px-2 font-medium text-sm outline-what-if-ink! hover:bg-what-if-ink/15 max-sm:h-9'
const FIRST =
  'inline-flex h-7 shrink-0 items-center gap-1.5 rounded-md bg-what-if-ink px-2.5 font-medium text-sm text-what-if outline-what-if-ink! hover:opacity-90 max-sm:h-9'

export default function WhatIfBar({ id }: { id: string }) {
  const { t } = useTranslation()
  const draft = useDraftInfo(id).data
  const user = useRealUser()
  const narrow = useFrame() === 'narrow'
  const path = useLocation({ select: location => location.pathname })
  const [asking, setAsking] = useState<'apply' | 'discard' | null>(null)
  const isCompared = path === to.item(DRAFTS, id)
  const count = draft?.step_count ?? 0
  // Its own page has these buttons itself.
  const offersApply = !isCompared && !!draft && count > 0 && mayDecide(user, draft)
  const offersDiscard = !isCompared && !!draft && mayDecide(user, draft)
  const leave = () => enterDraft(undefined)
  return (
    <>
      <section
        aria-label={t('whatIf.title')}
        className="what-if-bar flex flex-wrap items-center gap-x-4 gap-y-1.5 px-4 py-1.5 text-what-if-ink lg:px-6"
      >
        <p role="status" className="flex min-w-0 grow basis-64 items-center gap-2">
          <FlaskConical aria-hidden size={17} className="shrink-0" />
          <span className="min-w-0">
            <strong className="break-words font-semibold">
              {draft ? t('whatIf.bar', { name: draft.name }) : t('whatIf.title')}
            </strong>{' '}
            <span className="tabular whitespace-nowrap font-medium">
              {draft && t('whatIf.steps', { count })}
            </span>
            {'. '}
            <span className={cn(draft?.is_mine === false ? 'max-sm:hidden' : 'max-lg:hidden')}>
              {draft && !draft.is_mine
                ? t('whatIf.foreign', { name: draft.author_label })
                : t('whatIf.barHelp')}
            </span>
          </span>
        </p>
        <div data-no-print className="flex shrink-0 flex-wrap items-center gap-1.5">
          {!isCompared && (
            <Link to={to.item(DRAFTS, id)} className={CONTROL}>
              <GitCompareArrows size={15} aria-hidden />
              {t('whatIf.compare')}
            </Link>
          )}
          {!narrow && offersApply && (
            <button type="button" className={CONTROL} onClick={() => setAsking('apply')}>
              <Check size={15} aria-hidden />
              {t('whatIf.apply')}
            </button>
          )}
          {!narrow && offersDiscard && (
            <button type="button" className={CONTROL} onClick={() => setAsking('discard')}>
              <Trash2 size={15} aria-hidden />
              {t('whatIf.discard')}
            </button>
          )}
          <button type="button" className={FIRST} onClick={leave}>
            <LogOut size={15} aria-hidden />
            {t('whatIf.leave')}
          </button>
          {narrow && (offersApply || offersDiscard) && (
            <Menu
              items={[
                offersApply && { label: t('whatIf.apply'), icon: <Check />, run: () => setAsking('apply') },
                offersDiscard && {
                  label: t('whatIf.discard'),
                  icon: <Trash2 />,
                  danger: true,
                  run: () => setAsking('discard'),
                },
              ]}
            >
              <button
                type="button"
                aria-label={t('common.more')}
                className={cn(CONTROL, 'w-9 justify-center px-0')}
              >
                <Ellipsis size={16} aria-hidden />
              </button>
            </Menu>
          )}
        </div>
      </section>
      {/* Outside of the bar, whose ink is not theirs. */}
      <Suspense>
        {asking === 'apply' && draft && <ApplyDialog draft={draft} onClose={() => setAsking(null)} />}
        {asking === 'discard' && draft && <DiscardDialog draft={draft} onClose={() => setAsking(null)} />}
      </Suspense>
    </>
  )
}

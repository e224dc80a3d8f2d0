/** Everything at a glance: what is missing, each requirement by section, and submit. */
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ChevronRight, CircleCheck, CircleDashed } from 'lucide-react'
import { useState } from 'react'
import { refresh } from '@/api/objects'
import { formatDate } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { whenSaved } from '@/questions/saver'
import { Button, ButtonLink } from '@/ui/Button'
import { Callout } from '@/ui/Callout'
import { toast } from '@/ui/Toast'
import { nameOf } from '../audit/model/tree'
import { setStatus, submittedAt } from './api'
import { DueWords } from './DueWords'
import { Foot } from './Foot'
import { type Item, isComplete, type Section, sectionsOf } from './items'
import { ReviewersNote } from './ReviewersNote'
import type { Questionnaire } from './useQuestionnaire'

interface Props {
  all: Questionnaire
  onOpen: (row: string) => void
}

export function Overview({ all, onOpen }: Props) {
  const { t } = useTranslation()
  const client = useQueryClient()
  const { assignment, audit, items, open } = all
  const missing = items.filter(item => !isComplete(item))
  const [note, setNote] = useState('')
  const submit = useMutation({
    mutationFn: async () => {
      if (!(await whenSaved())) throw new Error(t('respond.unsaved'))
      await setStatus(assignment.id, 'submitted', note.trim() || undefined)
    },
    onSuccess: () => toast.good(t('respond.submitted')),
    onSettled: () => refresh(client),
  })
  const at = submittedAt(assignment)
  return (
    <>
      <div className="mx-auto flex w-full max-w-[35rem] grow flex-col gap-5 px-5 pt-5 pb-8">
        <div>
          <h1 id="screen" tabIndex={-1} className="text-[1.3125rem] leading-7 outline-none">
            {t(open ? 'respond.check' : `respond.heading.${assignment.status}`)}
          </h1>
          <p className="mt-1 text-ink-soft">
            {open
              ? t('respond.checkHelp')
              : audit.is_locked
                ? t('respond.locked')
                : t(`respond.help.${assignment.status}`, { date: at ? formatDate(at) : '' })}
          </p>
          {open && audit.due_date && (
            <p className="mt-1 text-ink-soft">
              <DueWords date={audit.due_date} />
            </p>
          )}
        </div>
        <ReviewersNote assignment={assignment} />
        {submit.error && (
          <Callout tone="bad" urgent title={t('respond.refused')}>
            {submit.error.message}
          </Callout>
        )}
        {open && missing.length > 0 && (
          <Callout
            tone="warn"
            title={t('respond.missing', { count: missing.length })}
            action={
              <Button size="sm" className="h-11" onClick={() => onOpen(missing[0]?.row ?? '')}>
                {t('respond.firstMissing')}
              </Button>
            }
          />
        )}
        {sectionsOf(items).map((section, place) => (
          <Part key={place} section={section} onOpen={onOpen} />
        ))}
        {open && missing.length === 0 && (
          <label className="flex flex-col gap-1.5">
            <span className="font-medium">
              {t('respond.message')}{' '}
              <span className="font-normal text-ink-soft text-sm">{t('respond.optional')}</span>
            </span>
            <textarea
              rows={2}
              value={note}
              onChange={event => setNote(event.target.value)}
              className="control field-sizing-content min-h-12 resize-y px-3.5 py-3"
            />
          </label>
        )}
      </div>
      <Foot>
        {open ? (
          <Button
            look="primary"
            className="h-12 grow rounded-lg text-lg"
            disabled={missing.length > 0 || submit.isPending}
            onClick={() => submit.mutate()}
          >
            {t('respond.submit')}
          </Button>
        ) : (
          <ButtonLink to="/questionnaires" className="h-12 grow rounded-lg text-lg">
            {t('nav.questionnaires')}
          </ButtonLink>
        )}
      </Foot>
    </>
  )
}

function Part({ section, onOpen }: { section: Section; onOpen: (row: string) => void }) {
  const { t } = useTranslation()
  const done = section.items.filter(isComplete).length
  return (
    <section aria-label={section.name || undefined}>
      <h2 className="flex items-baseline justify-between gap-3 border-line border-b pb-1.5 text-base">
        {section.name || t('respond.others')}
        <span className="tabular font-normal text-ink-soft text-sm">
          {t('questions.answered', { some: done, all: section.items.length })}
        </span>
      </h2>
      <ul className="divide-y divide-line">
        {section.items.map(item => (
          <li key={item.row}>
            <button
              type="button"
              onClick={() => onOpen(item.row)}
              className="flex min-h-12 w-full items-center gap-2.5 rounded-sm py-1.5 text-left hover:bg-hover"
            >
              {isComplete(item) ? (
                <CircleCheck size={17} aria-hidden className="shrink-0 text-accent-text" />
              ) : (
                <CircleDashed size={17} aria-hidden className="shrink-0 text-ink-faint" />
              )}
              <span className="min-w-0 grow">
                <span className="block">{nameOf(item.node)}</span>
                <Missing item={item} />
              </span>
              <ChevronRight size={16} aria-hidden className="shrink-0 text-ink-faint" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** What one requirement lacks, in words. */
function Missing({ item }: { item: Item }) {
  const { t } = useTranslation()
  if (isComplete(item)) return <span className="sr-only">{t('respond.complete')}</span>
  const open = item.asked - item.answered
  return (
    <span className="block text-sm text-warn">
      {open > 0 ? t('respond.openQuestions', { count: open }) : t('respond.noResult')}
    </span>
  )
}

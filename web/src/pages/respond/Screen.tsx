/** One requirement: what it says, its questions, and what else the audit lets respondents say about it. */
import { useQuery } from '@tanstack/react-query'
import { ArrowLeft } from 'lucide-react'
import { itemQuery } from '@/api/objects'
import { useTranslation } from '@/i18n/react'
import Questions from '@/questions/Questions'
import { flush } from '@/questions/saver'
import { Button } from '@/ui/Button'
import { ROWS } from '../audit/api'
import { nameOf } from '../audit/model/tree'
import { Text } from '../requirements/Text'
import { Assessed } from './Assessed'
import { accessTo } from './api'
import { Files } from './Files'
import { Foot } from './Foot'
import type { Item } from './items'
import { Note } from './Note'
import { ReviewersNote } from './ReviewersNote'
import type { Questionnaire } from './useQuestionnaire'

interface Props {
  all: Questionnaire
  item: Item
  isFirst: boolean
  onBack: () => void
  onNext: () => void
}

export function Screen({ all, item, isFirst, onBack, onNext }: Props) {
  const { t } = useTranslation()
  const { audit, open, assignment } = all
  const { node } = item
  const row = useQuery(itemQuery(ROWS, item.row)).data
  const guidance = useQuery({ ...itemQuery('requirement-nodes', node.id), staleTime: 300_000 }).data
    ?.annotation
  const text = node.name ? node.description : node.description?.split('\n').slice(1).join('\n')
  const may = (field: Parameters<typeof accessTo>[1]) => open && accessTo(audit, field) === 'edit'
  return (
    <form
      className="flex grow flex-col"
      onSubmit={event => {
        event.preventDefault()
        flush()
        onNext()
      }}
    >
      <div className="mx-auto flex w-full max-w-[35rem] grow flex-col gap-7 px-5 pt-5 pb-8">
        <ReviewersNote assignment={assignment} />
        <div>
          <p className="font-medium text-accent-text text-sm">
            {[node.ref_id, item.section].filter(Boolean).join(' · ')}
          </p>
          <h1
            id="screen"
            tabIndex={-1}
            className="mt-0.5 text-pretty text-[1.3125rem] leading-7 outline-none"
          >
            {nameOf(node)}
          </h1>
          {text && (
            <div className="mt-2 text-ink-soft">
              <Text text={text} />
            </div>
          )}
          {typeof guidance === 'string' && guidance.trim() !== '' && (
            <details className="mt-2 text-ink-soft">
              <summary className="w-fit rounded-sm py-1 font-medium text-accent-text">
                {t('respond.guidance')}
              </summary>
              <Text text={guidance} />
            </details>
          )}
        </div>
        {node.has_questions && accessTo(audit, 'answers') !== 'hidden' && (
          <Questions node={node.id} row={item.row} editable={may('answers')} large bare />
        )}
        <Assessed all={all} item={item} />
        {row && accessTo(audit, 'observation') !== 'hidden' && (
          <Note row={row} editable={may('observation')} />
        )}
        {row && accessTo(audit, 'evidences') !== 'hidden' && (
          <Files row={row} folder={audit.folder.id} editable={may('evidences')} />
        )}
      </div>
      <Foot>
        <Button
          className="h-12 w-12 rounded-lg"
          icon={<ArrowLeft size={18} aria-hidden />}
          label={t('respond.back')}
          disabled={isFirst}
          onClick={onBack}
        />
        <Button type="submit" look="primary" className="h-12 grow rounded-lg text-lg">
          {t('respond.next')}
        </Button>
      </Foot>
    </form>
  )
}

/** Whether the answers are saved. */
import { Check, CircleAlert, CloudOff, LoaderCircle } from 'lucide-react'
import { formatTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { useSavingState } from './useAnswers'

const SIGNS = {
  saving: { icon: LoaderCircle, look: 'text-ink-soft', words: 'questions.saving' },
  saved: { icon: Check, look: 'text-good', words: 'common.saved' },
  offline: { icon: CloudOff, look: 'text-warn', words: 'questions.offline' },
  attention: { icon: CircleAlert, look: 'text-bad', words: 'questions.notSaved' },
} as const

/** For all answers that were given here, or for those about one requirement. */
export function SavingSign({ row }: { row?: string }) {
  const { t } = useTranslation()
  const saving = useSavingState(row)
  const sign = saving && SIGNS[saving.state]
  return (
    <span role="status" title={saving?.state === 'saved' && saving.at ? formatTime(saving.at) : undefined}>
      {sign && (
        <span className={cn('flex items-center gap-1.5 whitespace-nowrap text-sm', sign.look)}>
          <sign.icon
            size={15}
            aria-hidden
            className={saving.state === 'saving' ? 'animate-spin motion-reduce:animate-none' : undefined}
          />
          {t(sign.words)}
        </span>
      )}
    </span>
  )
}

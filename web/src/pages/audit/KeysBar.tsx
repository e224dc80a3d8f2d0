/** The keys of the list, and when something was last saved. */

import { useInterface } from '@/api/user'
import { formatTime } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { useWork } from './work'

export function KeysBar() {
  const { t } = useTranslation()
  const [ui] = useInterface()
  const { editable, scored, mayAssign } = useWork()
  const keys = ui.keys !== false
  return (
    <div
      data-no-print
      className="flex h-9 shrink-0 items-center gap-4 overflow-hidden whitespace-nowrap border-line border-t bg-bg px-4 text-ink-faint text-xs max-sm:hidden"
    >
      {/* Hints that do not fit wrap out of sight. */}
      {keys && (
        <span className="flex h-9 flex-wrap gap-x-4 overflow-hidden *:h-9">
          <Hint keys={['j', 'k']} does={t('audit.keys.move')} />
          {editable && <Hint keys={['1', '–', '5']} does={t('audit.keys.result')} />}
          {editable && scored && <Hint keys={['⇧ 0', '–', '9']} does={t('audit.keys.score')} />}
          {editable && <Hint keys={['e']} does={t('audit.keys.observation')} />}
          <Hint keys={['c']} does={t('audit.keys.comment')} />
          {mayAssign && <Hint keys={['a']} does={t('audit.keys.assign')} />}
          <Hint keys={['o']} does={t('audit.keys.one')} />
        </span>
      )}
      <SavedAt />
      {keys && (
        <span className="ml-auto shrink-0 max-lg:hidden">
          <Hint keys={['?']} does={t('audit.keys.all')} />
        </span>
      )}
    </div>
  )
}

function Hint({ keys, does }: { keys: string[]; does: string }) {
  return (
    <span className="inline-flex items-center gap-1">
      {keys.map(key =>
        key === '–' ? (
          key
        ) : (
          <kbd
            key={key}
            className="min-w-4.5 rounded border border-line bg-raised px-1 text-center font-sans"
          >
            {key}
          </kbd>
        ),
      )}
      {does}
    </span>
  )
}

export function SavedAt() {
  const { t } = useTranslation()
  const { saving } = useWork()
  if (saving.pending > 0) return <span role="status">{t('audit.saving')}</span>
  if (!saving.savedAt) return null
  return (
    <span role="status" className="inline-flex shrink-0 items-center gap-2">
      {t('audit.savedAt', { time: formatTime(saving.savedAt) })}
      {saving.undo && (
        <button
          type="button"
          onClick={saving.undo}
          className="min-h-6 font-medium text-accent-text underline-offset-3 hover:underline"
        >
          {t('common.undo')}
        </button>
      )}
    </span>
  )
}

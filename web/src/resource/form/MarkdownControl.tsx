import { lazy, Suspense, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { useWiring } from '@/ui/Field'
import type { ControlProps } from './Control'

const Markdown = lazy(() => import('../value/Markdown'))

export function MarkdownControl({ value, onChange, onBlur, disabled }: ControlProps) {
  const { t } = useTranslation()
  const wiring = useWiring()
  const [preview, setPreview] = useState(false)
  const text = String(value ?? '')
  const tab = (isPreview: boolean) => (
    <button
      type="button"
      aria-pressed={preview === isPreview}
      onClick={() => setPreview(isPreview)}
      className={cn(
        'rounded px-2 py-0.5 text-sm',
        preview === isPreview ? 'bg-raised font-medium text-ink shadow-sm' : 'text-ink-soft hover:text-ink',
      )}
    >
      {t(isPreview ? 'form.preview' : 'form.write')}
    </button>
  )
  return (
    <div className="control flex flex-col p-0">
      <div className="flex items-center gap-1 rounded-t-md border-line border-b bg-sunken px-1.5 py-1">
        {tab(false)}
        {tab(true)}
        <span className="ml-auto pr-1 text-ink-faint text-xs">{t('form.markdownHelp')}</span>
      </div>
      {preview ? (
        <div className="min-h-24 px-3 py-2">
          {text.trim() ? (
            <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
              <Markdown text={text} />
            </Suspense>
          ) : (
            <p className="text-ink-soft">{t('form.nothingToPreview')}</p>
          )}
        </div>
      ) : (
        <textarea
          {...wiring}
          disabled={disabled}
          rows={Math.min(16, Math.max(4, text.split('\n').length + 1))}
          value={text}
          onChange={event => onChange(event.target.value)}
          onBlur={onBlur}
          className="w-full resize-y rounded-b-md bg-transparent px-3 py-2 outline-none"
        />
      )}
    </div>
  )
}

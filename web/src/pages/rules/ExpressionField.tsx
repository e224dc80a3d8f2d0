/**
 * Where an expression is written: mistakes are underlined and told under it, and names are completed. Behind
 * the text lies the same text, unseen: it carries the underlines, and says where the caret is.
 */
import { type KeyboardEvent, useId, useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from '@/i18n/react'
import { cn } from '@/ui/cn'
import { useWiring } from '@/ui/Field'
import { useListbox } from '@/ui/useListbox'
import type { Offered } from './api'
import { type Completion, complete, type Suggestion } from './completion'
import { type Mistake, marked } from './mistakes'

const TEXT = 'whitespace-pre-wrap break-words px-3 py-2 font-mono text-sm leading-6'

interface Props {
  value: string
  onChange: (source: string) => void
  offered: Offered | undefined
  mistakes: Mistake[]
  disabled?: boolean
}

export function ExpressionField({ value, onChange, offered, mistakes, disabled }: Props) {
  const { t } = useTranslation()
  const { id, ...wiring } = useWiring()
  const told = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [open, setOpen] = useState<Completion | null>(null)
  const suggestions = open?.suggestions ?? []
  const look = (isAsked: boolean) => {
    const element = area.current
    if (!element || !offered) return
    const found = complete(element.value, element.selectionStart, offered)
    const typed = element.value.slice(found.from, element.selectionStart)
    const isWhole = found.suggestions.length === 1 && found.suggestions[0]?.text === typed
    const isShown = found.suggestions.length > 0 && (isAsked || (found.isBegun && !isWhole))
    setOpen(isShown ? found : null)
  }
  const take = (at: number) => {
    const element = area.current
    const chosen = suggestions[at]
    if (!element || !open || !chosen) return
    insert(element, open, chosen)
    setOpen(null)
    // A loop or a quote has been opened: what comes next is known too.
    if (chosen.back && chosen.back > 0) look(false)
  }
  const box = useListbox(suggestions.length, take, open?.from)
  const { onKeyDown: move, 'aria-controls': list, 'aria-activedescendant': active } = box.input
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (event.key === ' ' && event.ctrlKey) {
      event.preventDefault()
      look(true)
    } else if (!open) return
    else if (event.key === 'Escape') {
      event.preventDefault()
      event.stopPropagation()
      setOpen(null)
    } else if (event.key === 'Tab' && !event.shiftKey) {
      event.preventDefault()
      take(box.active)
    } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) setOpen(null)
    else if (['ArrowLeft', 'ArrowRight', 'Home', 'End'].includes(event.key)) setOpen(null)
    else move(event)
  }
  return (
    <div className="flex min-w-0 flex-col gap-1.5">
      <div
        className={cn(
          'relative rounded-md border bg-raised focus-within:outline-2 focus-within:outline-focus',
          mistakes.length > 0 ? 'border-bad' : 'border-line-strong',
          disabled && 'bg-sunken',
        )}
      >
        <div className="grid max-h-80 overflow-y-auto">
          <Behind source={value} mistakes={mistakes} />
          <textarea
            {...wiring}
            id={id}
            ref={area}
            rows={4}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            disabled={disabled}
            aria-invalid={mistakes.length > 0 || undefined}
            aria-describedby={[wiring['aria-describedby'], told].filter(Boolean).join(' ')}
            aria-autocomplete="list"
            aria-controls={open ? list : undefined}
            aria-activedescendant={open ? active : undefined}
            value={value}
            onChange={event => {
              onChange(event.target.value)
              look(false)
            }}
            onKeyDown={onKeyDown}
            onClick={() => setOpen(null)}
            onBlur={() => setOpen(null)}
            className={cn(
              TEXT,
              'col-start-1 row-start-1 min-h-28 w-full resize-none overflow-hidden bg-transparent outline-none',
            )}
          />
        </div>
        {open && (
          <Suggestions
            area={area}
            from={open.from}
            box={box}
            suggestions={suggestions}
            label={t('rules.suggestions')}
          />
        )}
        <span role="status" className="sr-only">
          {open ? t('rules.suggested', { count: suggestions.length }) : ''}
        </span>
      </div>
      <ul id={told} className="flex flex-col gap-1 text-bad text-sm empty:hidden">
        {mistakes.map(mistake => (
          <li key={mistake.message} className="flex gap-2">
            {mistake.line !== undefined && value.includes('\n') && (
              <button
                type="button"
                onClick={() => goTo(area.current, mistake)}
                className="shrink-0 rounded-sm font-medium underline underline-offset-3"
              >
                {t('rules.line', { line: mistake.line })}
              </button>
            )}
            <span className="min-w-0 break-words">{mistake.message}</span>
          </li>
        ))}
      </ul>
    </div>
  )
}

function goTo(element: HTMLTextAreaElement | null, { from, to }: Mistake) {
  element?.focus()
  element?.setSelectionRange(from ?? 0, to ?? from ?? 0)
}

/** As if it were typed, so that Ctrl-Z takes it back. */
function insert(element: HTMLTextAreaElement, { from, to }: Completion, { text, back = 0 }: Suggestion) {
  element.focus()
  element.setSelectionRange(from, to)
  document.execCommand('insertText', false, text)
  const caret = from + text.length - back
  element.setSelectionRange(caret, caret)
}

/** The same text behind the text, as high as it is. */
function Behind({ source, mistakes }: { source: string; mistakes: Mistake[] }) {
  return (
    <div
      aria-hidden
      className={cn(
        TEXT,
        'pointer-events-none col-start-1 row-start-1 min-h-28 select-none text-transparent',
      )}
    >
      {marked(source, mistakes).map((part, at) =>
        part.isWrong ? (
          <span key={at} className="underline decoration-2 decoration-bad decoration-wavy underline-offset-4">
            {part.text}
          </span>
        ) : (
          part.text
        ),
      )}
      {/* A line that has only just begun has its height too. */}
      {'\u200b'}
    </div>
  )
}

interface SuggestionsProps {
  area: React.RefObject<HTMLTextAreaElement | null>
  from: number
  box: ReturnType<typeof useListbox>
  suggestions: Suggestion[]
  label: string
}

/** Under the word that is being written, and never outside of the field. */
function Suggestions({ area, from, box, suggestions, label }: SuggestionsProps) {
  const list = useRef<HTMLDivElement>(null)
  const [place, setPlace] = useState({ left: 8, top: 32 })
  useLayoutEffect(() => {
    if (area.current) setPlace(placeOf(area.current, from, list.current?.offsetWidth ?? 0))
  }, [area, from])
  return (
    <div
      {...box.list}
      ref={list}
      aria-label={label}
      style={place}
      // A click must not take the focus from the text.
      onMouseDown={event => event.preventDefault()}
      className="absolute z-20 max-h-64 w-96 max-w-[calc(100%-1rem)] overflow-y-auto rounded-lg border border-line bg-raised p-1 shadow-lg"
    >
      {suggestions.map((one, at) => (
        <div
          key={one.text}
          {...box.option(at)}
          className={cn(
            'flex items-baseline justify-between gap-4 rounded-md px-2 py-1 text-sm',
            at === box.active && 'bg-accent-soft',
          )}
        >
          <span className="shrink-0 font-mono">{one.text}</span>
          <span className="min-w-0 truncate text-ink-soft">{one.label}</span>
        </div>
      ))}
    </div>
  )
}

/** Where a letter is drawn, measured in a copy of the text. */
function placeOf(area: HTMLTextAreaElement, at: number, width: number) {
  const copy = area.previousElementSibling?.cloneNode() as HTMLElement | undefined
  if (!copy || !area.parentElement) return { left: 8, top: 32 }
  const mark = document.createElement('span')
  mark.textContent = '\u200b'
  copy.append(area.value.slice(0, at), mark)
  area.parentElement.append(copy)
  const frame = area.parentElement.getBoundingClientRect()
  const found = mark.getBoundingClientRect()
  copy.remove()
  const left = Math.max(8, Math.min(found.left - frame.left, frame.width - width - 8))
  return { left, top: found.bottom - frame.top + 4 }
}

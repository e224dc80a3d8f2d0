/** Text for machines, unchanged: JSON in colours, headers, commands. */
import { memo, type ReactNode } from 'react'
import { CopyButton } from './CopyButton'
import { cn } from './cn'

interface Props {
  text: string
  /** What the copy button copies; none without it. */
  copy?: string
  label: string
  json?: boolean
  className?: string
}

export function Code({ text, copy, label, json, className }: Props) {
  return (
    <div className="relative min-w-0">
      <pre
        tabIndex={0}
        aria-label={label}
        className={cn(
          'overflow-auto whitespace-pre-wrap break-words rounded-md border border-line bg-sunken px-3 py-2.5 font-mono text-ink text-xs leading-5',
          copy && 'pr-10',
          className,
        )}
      >
        {json ? <Json text={text} /> : text}
      </pre>
      {copy && (
        <span className="absolute top-1.5 right-1.5">
          <CopyButton text={text} label={copy} />
        </span>
      )}
    </div>
  )
}

const TOKENS = /("(?:\\.|[^"\\])*")(\s*:)?|\b(?:true|false|null)\b|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

const Json = memo(({ text }: { text: string }) => {
  const out: ReactNode[] = []
  let end = 0
  for (const match of text.matchAll(TOKENS)) {
    const [all, quoted, colon] = match
    out.push(text.slice(end, match.index))
    end = match.index + all.length
    const look = !quoted ? 'text-info' : colon ? 'text-ink-soft' : 'text-accent-text'
    out.push(
      <span key={match.index} className={look}>
        {quoted ?? all}
      </span>,
    )
    if (colon) out.push(colon)
  }
  out.push(text.slice(end))
  return out
})

/** A text in JSON with its lines, or the text as it is if it is something else. */
export function pretty(text: string): { text: string; json: boolean } {
  try {
    return { text: JSON.stringify(JSON.parse(text), null, 2), json: true }
  } catch {
    return { text, json: false }
  }
}

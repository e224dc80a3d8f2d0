import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('@/resource/value/Markdown'))

/** A text of a requirement. */
export function Text({ text }: { text: string }) {
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  )
}

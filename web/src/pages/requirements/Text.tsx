import { lazy, Suspense } from 'react'

const Markdown = lazy(() => import('@/resource/value/Markdown'))

/** A text of a requirement. Frameworks set one thing on each line, which Markdown would join. */
export function Text({ text: written }: { text: string }) {
  const text = written.replaceAll(/([^\n])\n(?!\n)/g, '$1  \n')
  return (
    <Suspense fallback={<p className="whitespace-pre-wrap">{text}</p>}>
      <Markdown text={text} />
    </Suspense>
  )
}

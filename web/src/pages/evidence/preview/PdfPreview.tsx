import { useQuery } from '@tanstack/react-query'
import type { PDFDocumentProxy } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { useEffect, useRef, useState } from 'react'
import { formatNumber } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Failed, Loading } from '@/ui/States'
import { contentQuery, type EvidenceFile, MOST } from '../files'
import { NoPreview, OnlyTheBeginning } from './Preview'
import { openPdf } from './pdf'

export const PAGES = 200

/** A file as it was opened, or why it cannot be. */
export function usePdf(file: EvidenceFile) {
  const content = useQuery(contentQuery(file, MOST.pdf))
  const [pdf, setPdf] = useState<PDFDocumentProxy | null>(null)
  const [refused, setRefused] = useState<string | null>(null)
  useEffect(() => {
    if (!content.data) return
    let gone = false
    let opened: PDFDocumentProxy | null = null
    openPdf(content.data.bytes).then(
      document => {
        opened = document
        if (gone) void document.destroy()
        else setPdf(document)
      },
      (error: Error) =>
        !gone && setRefused(error.name === 'PasswordException' ? 'evidence.locked' : 'evidence.broken'),
    )
    return () => {
      gone = true
      void opened?.destroy()
    }
  }, [content.data])
  return { pdf, refused, error: content.error, retry: () => void content.refetch() }
}

export default function PdfPreview({ file }: { file: EvidenceFile }) {
  const { t } = useTranslation()
  const { pdf, refused, error, retry } = usePdf(file)
  if (error) return <Failed error={error} retry={retry} />
  if (refused) return <NoPreview file={file} reason={t(refused)} />
  if (!pdf) return <Loading />
  const shown = Math.min(pdf.numPages, PAGES)
  return (
    <>
      <div
        tabIndex={0}
        role="region"
        aria-label={file.name}
        className="flex max-h-[75vh] flex-col gap-3 overflow-auto bg-sunken p-3 sm:p-4"
      >
        {Array.from({ length: shown }, (_, at) => (
          <PdfPage key={at} pdf={pdf} number={at + 1} />
        ))}
      </div>
      {pdf.numPages > shown && (
        <OnlyTheBeginning>
          {t('evidence.cutPages', { shown: formatNumber(shown), all: formatNumber(pdf.numPages) })}
        </OnlyTheBeginning>
      )}
    </>
  )
}

/** A page is drawn when it comes near; its text is there for those who cannot see it. */
export function PdfPage({ pdf, number }: { pdf: PDFDocumentProxy; number: number }) {
  const { t } = useTranslation()
  const box = useRef<HTMLDivElement>(null)
  const [near, setNear] = useState(number === 1)
  const [shape, setShape] = useState(Math.SQRT2)
  const [text, setText] = useState('')
  useEffect(() => {
    const element = box.current
    if (!element || near) return
    const watch = new IntersectionObserver(
      found => {
        if (found.some(entry => entry.isIntersecting)) setNear(true)
      },
      { rootMargin: '600px' },
    )
    watch.observe(element)
    return () => watch.disconnect()
  }, [near])
  useEffect(() => {
    const element = box.current
    if (!near || !element) return
    let gone = false
    let cancel = () => {}
    const draw = async () => {
      const page = await pdf.getPage(number)
      if (gone) return
      const plain = page.getViewport({ scale: 1 })
      setShape(plain.height / plain.width)
      const wanted = element.clientWidth * Math.min(2, window.devicePixelRatio || 1)
      // A page of a kilometre is drawn no larger than others.
      const scale = Math.min(wanted / plain.width, 4000 / plain.width, 6000 / plain.height)
      const viewport = page.getViewport({ scale })
      const canvas = document.createElement('canvas')
      canvas.width = viewport.width
      canvas.height = viewport.height
      canvas.className = 'block h-auto w-full'
      const task = page.render({ canvas, viewport })
      cancel = () => task.cancel()
      await task.promise
      if (gone) return
      element.replaceChildren(canvas)
      const content = await page.getTextContent()
      if (!gone) setText(content.items.map(item => ('str' in item ? item.str : '')).join(' '))
    }
    // A page that cannot be drawn stays white; the others are still there.
    draw().catch(() => {})
    return () => {
      gone = true
      cancel()
    }
  }, [near, pdf, number])
  return (
    <figure className="mx-auto w-full max-w-4xl">
      <div
        ref={box}
        aria-hidden
        className="w-full overflow-hidden bg-raised shadow-sm"
        style={{ aspectRatio: `1 / ${shape}` }}
      />
      <figcaption className="pt-1 text-center text-ink-soft text-xs">
        {t('evidence.page', { number, all: pdf.numPages })}
        <span className="sr-only">. {text}</span>
      </figcaption>
    </figure>
  )
}

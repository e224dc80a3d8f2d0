import { useMemo } from 'react'
import { formatSize } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { toHtml } from '@/resource/value/toHtml'
import { Failed, Loading } from '@/ui/States'
import { type EvidenceFile, MOST } from '../files'
import { OnlyTheBeginning } from './Preview'
import { useText } from './useText'

export default function MarkdownPreview({ file }: { file: EvidenceFile }) {
  const { t } = useTranslation()
  const { text, cut, error, retry } = useText(file)
  const html = useMemo(() => (text === null ? null : toHtml(text)), [text])
  if (error) return <Failed error={error} retry={retry} />
  if (html === null) return <Loading />
  return (
    <>
      <div
        tabIndex={0}
        role="document"
        aria-label={file.name}
        className="markdown max-h-[70vh] overflow-auto px-6 py-5"
        // biome-ignore lint/security/noDangerouslySetInnerHtml: made by a parser that lets no HTML of the text through
        dangerouslySetInnerHTML={{ __html: html }}
      />
      {cut && (
        <OnlyTheBeginning>
          {t('evidence.cut', { shown: formatSize(MOST.markdown), all: formatSize(file.size) })}
        </OnlyTheBeginning>
      )}
    </>
  )
}

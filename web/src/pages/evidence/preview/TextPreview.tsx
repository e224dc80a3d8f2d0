import { formatSize } from '@/i18n/format'
import { useTranslation } from '@/i18n/react'
import { Failed, Loading } from '@/ui/States'
import { type EvidenceFile, MOST } from '../files'
import { OnlyTheBeginning } from './Preview'
import { useText } from './useText'

export default function TextPreview({ file }: { file: EvidenceFile }) {
  const { t } = useTranslation()
  const { text, cut, error, retry } = useText(file)
  if (error) return <Failed error={error} retry={retry} />
  if (text === null) return <Loading />
  return (
    <>
      <pre
        tabIndex={0}
        aria-label={file.name}
        className="max-h-[70vh] overflow-auto whitespace-pre-wrap break-words p-4 font-mono text-sm"
      >
        {text || t('evidence.emptyFile')}
      </pre>
      {cut && (
        <OnlyTheBeginning>
          {t('evidence.cut', { shown: formatSize(MOST.text), all: formatSize(file.size) })}
        </OnlyTheBeginning>
      )}
    </>
  )
}

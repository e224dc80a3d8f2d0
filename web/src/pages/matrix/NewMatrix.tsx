/** A new risk matrix. It begins with one that can be used as it is. */
import { useState } from 'react'
import { useModel } from '@/api/model'
import { useTranslation } from '@/i18n/react'
import FormPage from '@/resource/form/FormPage'
import { NotFound } from '@/resource/ResourcePage'
import { beginning } from './begin'

export default function NewMatrix() {
  const { t } = useTranslation()
  const resource = useModel().resources['risk-matrices']
  const [begin] = useState(() => ({ json_definition: beginning(t) }))
  return resource ? <FormPage resource={resource} begin={begin} /> : <NotFound />
}

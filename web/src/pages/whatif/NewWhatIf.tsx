/** The address of a new what-if: over the list of them, the dialog that starts one. */
import { useNavigate } from '@tanstack/react-router'
import { DRAFTS } from '@/api/draft'
import { useModel } from '@/api/model'
import { to } from '@/resource/address'
import { ListPage } from '@/resource/list/ListPage'
import { NotFound } from '@/resource/ResourcePage'
import StartDialog from '@/shell/whatif/StartDialog'

export default function NewWhatIf() {
  const navigate = useNavigate()
  const resource = useModel().resources[DRAFTS]
  if (!resource) return <NotFound />
  return (
    <>
      <ListPage resource={resource} />
      <StartDialog about={{ goOn: '/' }} onClose={() => void navigate({ to: to.list(DRAFTS) })} />
    </>
  )
}

/** What can be done with a library: the buttons of its line and of its page, and the dialogs they open. */
import { useQuery } from '@tanstack/react-query'
import { FileDown, PackageMinus, Trash2, Undo2 } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { saveFile } from '@/api/download'
import { useModel } from '@/api/model'
import { useRemove } from '@/api/objects'
import { useInstant } from '@/api/useInstant'
import { may, useUser } from '@/api/user'
import { useLabels } from '@/i18n/labels'
import { useTranslation } from '@/i18n/react'
import { Callout } from '@/ui/Callout'
import { ConfirmDialog } from '@/ui/ConfirmDialog'
import type { Items } from '@/ui/Menu'
import { toast } from '@/ui/Toast'
import { librariesQuery, STORED, useLoading } from './api'
import { inside, type Library, needs } from './libraries'
import { LOADED, previousQuery, updatesQuery, useUpdate } from './updates'
import { counted } from './words'

const UpdateDialog = lazy(() => import('./UpdateDialog'))

/** Whether the reader may add libraries, or remove them. What is looked at in the past stays as it was. */
export function useMay(what: 'add' | 'delete'): boolean {
  const user = useUser()
  const past = useInstant() !== undefined
  return !past && may(user, `${what}_storedlibrary`)
}

export interface LibraryDeeds {
  mayLoad: boolean
  load: () => void
  /** Opens what an update would change; left out where there is none. */
  update?: () => void
  /** While it is being loaded or unloaded. */
  busy: 'load' | 'unload' | null
  menu: Items
  dialog: ReactNode
}

export function useLibrary(library: Library, onDeleted?: () => void): LibraryDeeds {
  const { t } = useTranslation()
  const labels = useLabels()
  const resource = useModel().resources[STORED]
  const all = useQuery(librariesQuery).data ?? []
  const load = useLoading('import')
  const unload = useLoading('unload')
  const remove = useRemove(STORED)
  const [asked, setAsked] = useState<'load' | 'unload' | 'delete' | 'update' | 'rollBack' | null>(null)
  const canUpdate = !!useModel().resources[LOADED]?.actions.some(action => action.name === 'update')
  const outdated = library.is_loaded && library.is_update && canUpdate
  const updates = useQuery({ ...updatesQuery, enabled: outdated }).data ?? []
  const newer = updates.find(one => one.stored_library === library.id)
  const loadedAs = canUpdate ? library.loaded_library : null
  const previous = useQuery({ ...previousQuery, enabled: !!loadedAs }).data?.get(loadedAs ?? '') ?? null
  const { name } = library
  const { also, missing } = needs(library, all)
  const mayUnload = useMay('delete')
  const mayAdd = useMay('add')
  const close = () => {
    setAsked(null)
    unload.reset()
    remove.reset()
  }
  const runLoad = () => {
    setAsked(null)
    load.mutate(library.id, {
      onSuccess: () =>
        toast.good(
          also.length > 0
            ? t('library.loadedWith', { name, count: also.length })
            : t('library.loadedNow', { name }),
          // What came along stays: others may build on it by now.
          mayUnload && also.length === 0
            ? {
                label: t('common.undo'),
                run: () =>
                  unload.mutate(library.id, {
                    onSuccess: () => toast.good(t('common.undone')),
                    onError: toast.bad,
                  }),
              }
            : undefined,
        ),
      onError: toast.bad,
    })
  }
  // Files that the server makes of a library, such as the library itself.
  const downloads = (resource?.actions ?? []).filter(
    action => action.on === 'item' && action.method === 'GET' && action.answers === 'file',
  )
  const menu: Items = [
    ...downloads.map(action => ({
      label: resource ? labels.action(resource, action) : action.label,
      icon: <FileDown />,
      run: () => void saveFile(`${STORED}/${library.id}/${action.name}/`).catch(toast.bad),
    })),
    previous !== null &&
      mayAdd && {
        label: t('library.rollBack.to', { version: previous }),
        icon: <Undo2 />,
        run: () => setAsked('rollBack'),
      },
    library.is_loaded &&
      mayUnload && {
        label: t('library.unload'),
        icon: <PackageMinus />,
        run: () => setAsked('unload'),
      },
    // What ships with Cairn would be back at the next start.
    !library.is_loaded &&
      !library.builtin &&
      mayUnload && {
        label: t('common.delete'),
        icon: <Trash2 />,
        danger: true,
        run: () => setAsked('delete'),
      },
  ]
  return {
    mayLoad: mayAdd && !library.is_loaded,
    load: () => (also.length + missing.length > 0 ? setAsked('load') : runLoad()),
    update: newer && mayAdd ? () => setAsked('update') : undefined,
    busy: load.isPending ? 'load' : unload.isPending ? 'unload' : null,
    menu,
    dialog: (
      <>
        {asked === 'load' && (
          <ConfirmDialog
            title={t('library.loadTitle', { name })}
            verb={t('library.load')}
            busy={missing.length > 0}
            onConfirm={runLoad}
            onClose={close}
          >
            <div className="flex flex-col gap-3">
              {also.length > 0 && (
                <>
                  <p>{t('library.alsoLoads', { count: also.length })}</p>
                  <ul className="list-disc pl-5">
                    {also.map(one => (
                      <li key={one.id}>{one.name}</li>
                    ))}
                  </ul>
                </>
              )}
              {missing.length > 0 && <Missing urns={missing} />}
            </div>
          </ConfirmDialog>
        )}
        {asked === 'update' && newer && (
          <Suspense fallback={null}>
            <UpdateDialog library={library} id={newer.id} onClose={close} />
          </Suspense>
        )}
        {asked === 'rollBack' && loadedAs && previous !== null && (
          <RollBack name={name} id={loadedAs} version={previous} onClose={close} />
        )}
        {asked === 'unload' && (
          <ConfirmDialog
            title={t('library.unloadTitle', { name })}
            verb={t('library.unload')}
            danger
            busy={unload.isPending}
            onConfirm={() =>
              unload.mutate(library.id, {
                onSuccess: () => {
                  toast.good(t('library.unloaded', { name }))
                  close()
                },
              })
            }
            onClose={close}
          >
            <div className="flex flex-col gap-3">
              <p>{t('library.unloadGoes')}</p>
              <ul className="list-disc pl-5">
                {inside(library).map(([kind, count]) => (
                  <li key={kind}>{counted(t, kind, count)}</li>
                ))}
              </ul>
              <p className="text-ink-soft">{t('library.unloadKeeps')}</p>
              {unload.error && (
                <Callout tone="bad" urgent>
                  {unload.error.message}
                </Callout>
              )}
            </div>
          </ConfirmDialog>
        )}
        {asked === 'delete' && (
          <ConfirmDialog
            title={t('library.deleteTitle', { name })}
            verb={t('common.delete')}
            danger
            busy={remove.isPending}
            onConfirm={() =>
              remove.mutate(library.id, {
                onSuccess: () => {
                  toast.good(t('remove.done', { name }))
                  close()
                  onDeleted?.()
                },
              })
            }
            onClose={close}
          >
            <div className="flex flex-col gap-3">
              <p>{t('library.deleteGoes')}</p>
              {remove.error && (
                <Callout tone="bad" urgent>
                  {remove.error.message}
                </Callout>
              )}
            </div>
          </ConfirmDialog>
        )}
      </>
    ),
  }
}

interface RollBackProps {
  name: string
  /** The loaded library. */
  id: string
  version: number
  onClose: () => void
}

function RollBack({ name, id, version, onClose }: RollBackProps) {
  const { t } = useTranslation()
  const { rollBack } = useUpdate(id)
  return (
    <ConfirmDialog
      title={t('library.rollBack.title', { name, version })}
      verb={t('library.rollBack.verb')}
      busy={rollBack.isPending}
      onConfirm={() =>
        rollBack.mutate(
          {},
          {
            onSuccess: () => {
              toast.good(t('library.rollBack.done', { name, version }))
              onClose()
            },
          },
        )
      }
      onClose={onClose}
    >
      <div className="flex flex-col gap-3">
        <p>{t('library.rollBack.help')}</p>
        {rollBack.error && (
          <Callout tone="bad" urgent>
            {rollBack.error.message}
          </Callout>
        )}
      </div>
    </ConfirmDialog>
  )
}

/** Libraries that have to be uploaded first. */
export function Missing({ urns }: { urns: string[] }) {
  const { t } = useTranslation()
  return (
    <Callout tone="warn" title={t('library.missing', { count: urns.length })}>
      <p>{t('library.missingHelp')}</p>
      <ul className="mt-1 font-mono text-xs">
        {urns.map(urn => (
          <li key={urn} className="break-all">
            {urn}
          </li>
        ))}
      </ul>
    </Callout>
  )
}

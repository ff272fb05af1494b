import ScanSearch from 'lucide-react/icons/scan-search'
import X from 'lucide-react/icons/x'
import { type RefObject, useId, useLayoutEffect, useRef } from 'react'
import { SelectField } from 'shared/controls'
import { Button, IconButton } from 'shared/ui'
import type { EditorModel } from '../use-editor.ts'
import type { AcceptModels } from './accept-places.ts'
import type { PlaceOnPage } from './found-on-page.ts'
import styles from './PlacesSection.module.css'
import { placeInFull, placeInShort, placeTexts } from './place-texts.ts'
import { defaultSigner, type PlaceSigner } from './signer-for-role.ts'
import { useAccepting } from './use-accepting.ts'

export interface PlacesSectionProps extends Omit<AcceptModels, 'owner'>, Pick<EditorModel, 'viewer'> {
  /** Something on the page is to be seen. */
  readonly onShown: () => void
}

/** Nothing is rendered without open places: most documents are quiet. */
export function PlacesSection({ viewer, onShown, ...models }: PlacesSectionProps) {
  const id = useId()
  const { places } = models
  const { open, signers, accept } = useAccepting(models)
  if (!places.mayPlace || (open.length === 0 && !places.progress)) return null
  return (
    <section className={styles.places} aria-label={placeTexts.title}>
      {open.length > 0 && (
        <Button
          className={styles.chip}
          size="sm"
          icon={<ScanSearch />}
          aria-expanded={places.shown}
          {...(places.shown ? { 'aria-controls': id } : {})}
          onClick={() => places.show(!places.shown)}
        >
          {placeTexts.count(open.length)}
        </Button>
      )}
      {places.progress && (
        <p className={styles.help}>{placeTexts.reading(places.progress.read, places.progress.pages)}</p>
      )}
      {places.shown && open.length > 0 && (
        <div id={id} className={styles.list}>
          <p className={styles.help}>{placeTexts.help}</p>
          <SignerChoice {...{ signers, places }} />
          <PagesOfPlaces {...{ open, accept, places, viewer, onShown }} announce={models.announce} />
          <div className={styles.actions}>
            <Button size="sm" variant="primary" onClick={() => accept(open)}>
              {placeTexts.acceptAll(open.length)}
            </Button>
            <Button size="sm" variant="ghost" onClick={() => places.show(false)}>
              {placeTexts.later}
            </Button>
          </div>
        </div>
      )}
    </section>
  )
}

interface SignerChoiceProps extends Pick<EditorModel, 'places'> {
  readonly signers: readonly PlaceSigner[]
}

function SignerChoice({ signers, places }: SignerChoiceProps) {
  if (signers.length < 2) return null
  return (
    <SelectField
      label={placeTexts.signer}
      value={places.chosen ?? defaultSigner(signers)?.key ?? ''}
      options={signers.map(({ key, name, isOwner }) => ({ value: key, label: isOwner ? `${name} (tú)` : name }))}
      onChange={({ target }) => places.choose(target.value)}
    />
  )
}

interface PagesOfPlacesProps extends Pick<PlacesSectionProps, 'places' | 'viewer' | 'announce' | 'onShown'> {
  readonly open: readonly PlaceOnPage[]
  readonly accept: (places: readonly PlaceOnPage[]) => void
}

/** A row that is gone gives the focus to the next one. */
const useNextRow = (list: RefObject<HTMLElement | null>, open: readonly PlaceOnPage[]) => {
  const left = useRef<number>(undefined)
  useLayoutEffect(() => {
    const index = left.current
    left.current = undefined
    if (index === undefined) return
    const buttons = [...(list.current?.querySelectorAll<HTMLElement>('[data-accept]') ?? [])]
    buttons[Math.min(index, buttons.length - 1)]?.focus()
  }, [list, open.length])
  return (place: PlaceOnPage) => {
    left.current = open.indexOf(place)
  }
}

function PagesOfPlaces({ open, accept, places, viewer, announce, onShown }: PagesOfPlacesProps) {
  const list = useRef<HTMLDivElement>(null)
  const leave = useNextRow(list, open)
  const pages = [...new Set(open.map(({ page }) => page))]
  const rowOf = (place: PlaceOnPage) => (
    <PlaceRow
      key={place.id}
      place={place}
      onShow={() => {
        viewer.goTo(place.page)
        onShown()
      }}
      onAccept={() => {
        leave(place)
        accept([place])
      }}
      onDismiss={() => {
        leave(place)
        places.dismiss(place.id)
        announce(placeTexts.dismissed)
      }}
    />
  )
  return (
    <div ref={list} className={styles.pages}>
      {pages.map((page) => {
        const here = open.filter((place) => place.page === page)
        return (
          <div key={page} className={styles.page}>
            <h3 className={styles.title}>{placeTexts.page(page)}</h3>
            {/* biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets. */}
            <ul role="list" className={styles.rows}>
              {here.map(rowOf)}
            </ul>
            {pages.length > 1 && here.length > 1 && (
              <Button size="sm" variant="ghost" onClick={() => accept(here)}>
                {placeTexts.acceptPage(here.length, page)}
              </Button>
            )}
          </div>
        )
      })}
    </div>
  )
}

interface PlaceRowProps {
  readonly place: PlaceOnPage
  readonly onShow: () => void
  readonly onAccept: () => void
  readonly onDismiss: () => void
}

function PlaceRow({ place, onShow, onAccept, onDismiss }: PlaceRowProps) {
  const words = placeInFull(place)
  return (
    <li className={styles.row}>
      <button type="button" className={styles.show} aria-label={`Ver: ${words}`} onClick={onShow}>
        {placeInShort(place)}
      </button>
      <Button size="sm" data-accept aria-label={`${placeTexts.accept}: ${words}`} onClick={onAccept}>
        {placeTexts.accept}
      </Button>
      <IconButton size="sm" label={`Descartar: ${words}`} icon={<X />} onClick={onDismiss} />
    </li>
  )
}

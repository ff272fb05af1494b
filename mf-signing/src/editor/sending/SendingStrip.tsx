import Layers from 'lucide-react/icons/layers'
import ListOrdered from 'lucide-react/icons/list-ordered'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import { ChoiceMenu, ConfirmDialog, type MenuChoice } from 'shared/controls'
import type { Sending, SendingDocument } from 'shared/http/deferred'
import { Link } from 'shared/router'
import { Badge, Button, ToneIcon } from 'shared/ui'
import type { EditorModel } from '../use-editor.ts'
import { AddDocument } from './adding/AddDocument.tsx'
import { sendingDocumentState } from './document-state.ts'
import styles from './SendingStrip.module.css'
import { sendingTexts } from './texts.ts'
import { useSending } from './use-sending.ts'
import { type SendingActions, useSendingActions } from './use-sending-actions.ts'
import { useSibling } from './use-sibling.ts'

export interface SendingStripProps
  extends Pick<EditorModel, 'file' | 'editing' | 'signers' | 'dialogs' | 'notify' | 'onChanged'> {}

/** The documents of the sending: their states, the way to each, and their order until a person is invited. */
export function SendingStrip(props: SendingStripProps) {
  const { file, dialogs, notify, onChanged } = props
  // Read again after an invitation: the documents may stay now.
  const model = useSending(file, dialogs.shown.kind !== 'invite')
  const { sending, problem, reload } = model
  const actions = useSendingActions({ file, model, notify, onChanged })
  const sibling = useSibling(props)
  if (actions.left || (!sending && !problem)) return null
  return (
    <nav className={styles.strip} aria-label={sendingTexts.label}>
      {sending && (
        <>
          <Title sending={sending} />
          <Documents sending={sending} currentId={file.id} {...sibling} />
          <AddDocument
            sending={sending}
            onTaken={model.take}
            onRefused={reload}
            onTold={(message) => notify('success', message)}
            onChanged={onChanged}
          />
          {!sending.is_sent && <Actions {...{ sending, actions }} currentId={file.id} />}
        </>
      )}
      {problem && (
        <p role="status" className={styles.problem}>
          {problem}{' '}
          <Button size="sm" onClick={reload}>
            Reintentar
          </Button>
        </p>
      )}
    </nav>
  )
}

function Title({ sending: { documents, is_complete } }: { readonly sending: Sending }) {
  return (
    <p className={styles.title}>
      <Layers aria-hidden="true" />
      <span className={styles.words}>{sendingTexts.title(documents.length)}</span>
      {is_complete && (
        <Badge tone="success" icon={<ToneIcon tone="success" />}>
          {sendingTexts.complete}
        </Badge>
      )}
    </p>
  )
}

interface DocumentsProps extends ReturnType<typeof useSibling> {
  readonly sending: Sending
  readonly currentId: number
}

/** Scrolls the list alone: scrollIntoView would also move its ancestors. */
const useShownCurrent = (order: string) => {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const strip = list.current
    const current = strip?.querySelector<HTMLElement>('[aria-current]')
    if (!strip || !current) return
    const [outer, inner] = [strip.getBoundingClientRect(), current.getBoundingClientRect()]
    strip.scrollLeft += inner.left - outer.left - (outer.width - inner.width) / 2
  }, [order])
  return list
}

function Documents({ sending, currentId, pathOf, open }: DocumentsProps) {
  const list = useShownCurrent(sending.documents.map(({ id }) => id).join())
  return (
    // biome-ignore lint/a11y/noRedundantRoles: Safari drops the list role of lists without bullets.
    <ol ref={list} role="list" className={styles.documents}>
      {sending.documents.map((document, index) => (
        <DocumentLink
          key={document.id}
          {...{ document, open }}
          number={index + 1}
          current={document.id === currentId}
          path={pathOf(document.id)}
        />
      ))}
    </ol>
  )
}

interface DocumentLinkProps extends Pick<DocumentsProps, 'open'> {
  readonly document: SendingDocument
  readonly number: number
  readonly current: boolean
  readonly path: string
}

const opensElsewhere = ({ button, ctrlKey, metaKey, shiftKey, altKey }: MouseEvent): boolean =>
  button !== 0 || ctrlKey || metaKey || shiftKey || altKey

function DocumentLink({ document, number, current, path, open }: DocumentLinkProps) {
  const { tone, text } = sendingDocumentState(document)
  const follow = (event: MouseEvent) => {
    if (opensElsewhere(event)) return
    event.preventDefault()
    if (!current) open(document.id)
  }
  return (
    <li className={styles.item}>
      <Link to={path} className={styles.document} aria-current={current ? 'page' : undefined} onClick={follow}>
        <span className={styles.name} title={document.original_filename}>
          {number}. {document.original_filename}
        </span>
        <span className={styles.state} data-tone={tone}>
          {tone !== 'neutral' && <ToneIcon tone={tone} />}
          {text}
        </span>
      </Link>
    </li>
  )
}

type SendingChoice = 'earlier' | 'later' | 'out' | 'dissolve'

const choicesOf = ({ documents }: Sending, currentId: number): readonly MenuChoice<SendingChoice>[] => {
  const [isFirst, isLast] = [documents[0]?.id === currentId, documents.at(-1)?.id === currentId]
  const leavesOne = documents.length <= 2
  return [
    {
      choice: 'earlier',
      text: sendingTexts.earlier,
      disabled: isFirst,
      hint: isFirst ? sendingTexts.isFirst : undefined,
    },
    { choice: 'later', text: sendingTexts.later, disabled: isLast, hint: isLast ? sendingTexts.isLast : undefined },
    {
      choice: 'out',
      text: sendingTexts.takeOut,
      disabled: leavesOne,
      hint: leavesOne ? sendingTexts.tooFewLeft : sendingTexts.takeOutMeaning,
    },
    { choice: 'dissolve', text: sendingTexts.dissolve, removes: true },
  ]
}

interface ActionsProps {
  readonly sending: Sending
  readonly currentId: number
  readonly actions: SendingActions
}

function Actions({ sending, currentId, actions }: ActionsProps) {
  const [asking, setAsking] = useState(false)
  const name = sending.documents.find(({ id }) => id === currentId)?.original_filename ?? ''
  const choose = (choice: SendingChoice) => {
    if (choice === 'dissolve') setAsking(true)
    else if (choice === 'out') actions.takeOut(sending)
    else actions.move(sending, choice === 'earlier' ? -1 : 1)
  }
  return (
    <div className={styles.actions}>
      <ChoiceMenu
        title={sendingTexts.actions}
        label={sendingTexts.actionsOf(name)}
        icon={<ListOrdered />}
        busy={actions.busy}
        choices={choicesOf(sending, currentId)}
        onChoose={choose}
      />
      {asking && (
        <ConfirmDialog
          open
          title={sendingTexts.dissolveTitle}
          description={sendingTexts.dissolveMeaning(sending.documents.length)}
          confirmLabel={sendingTexts.dissolve}
          onConfirm={() => {
            setAsking(false)
            actions.dissolve(sending)
          }}
          onCancel={() => setAsking(false)}
        />
      )}
    </div>
  )
}

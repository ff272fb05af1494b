import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import { BY_PUBLIC_LINK, type UserFile } from 'shared/contract'
import { cx, VisuallyHidden } from 'shared/ui'
import { formatListMoment, formatShortDay, formatSignatures } from '../../format.ts'
import styles from './Signers.module.css'
import { type LineKind, personLines, type SignerLine, splitSignerLines } from './signer-lines.ts'

export type SignersProps = Pick<UserFile, 'signers' | 'participants' | 'fields_total' | 'fields_signed' | 'status'>

export function Signers({ fields_total: total, fields_signed: signed, status, ...people }: SignersProps) {
  // Pending signers no longer count.
  const over = status === 'CANCELLED'
  const { shown, others } = splitSignerLines(personLines(people))
  return (
    <div className={cx(styles.signers, signed === total && styles.complete)}>
      <p className={styles.count}>{formatSignatures(signed, total)}</p>
      <div className={styles.marks} aria-hidden="true">
        {Array.from({ length: total }, (_, index) => index).map((index) => (
          <span key={index} className={cx(styles.mark, index < signed && styles.made)} />
        ))}
      </div>
      {shown.length > 0 && (
        <ul
          className={styles.list}
          aria-label={people.participants ? 'Firmantes y personas que no firman' : 'Firmantes'}
        >
          {shown.map((line) => (
            <SignerItem key={line.fieldId} line={line} over={over} />
          ))}
          {others.length > 0 && <OtherSigners lines={others} over={over} />}
        </ul>
      )}
    </div>
  )
}

const markersOf = ({ byPublicLink, signedWith }: SignerLine): string[] =>
  [byPublicLink ? BY_PUBLIC_LINK : '', signedWith].filter((marker) => marker !== '')

const words: Readonly<Record<LineKind, { readonly did: string; readonly due: string; readonly missed: string }>> = {
  firma: { did: 'firmó', due: 'por firmar', missed: 'no firmó' },
  visto_bueno: { did: 'aprobó', due: 'por aprobar', missed: 'no aprobó' },
  lectura: { did: 'leyó', due: 'por leer', missed: 'no leyó' },
}

/** 'firmó el 3 de febrero de 2026 a las 4:10 p. m.', 'no firmó' */
const signerStateText = (line: SignerLine, over: boolean): string => {
  const { kind, signedAt, invitedAt, signed, fields } = line
  const { did, due, missed } = words[kind]
  if (signedAt !== null) return [`${did} el ${formatListMoment(signedAt)}`, ...markersOf(line)].join(', ')
  if (over) return signed > 0 ? formatSignatures(signed, fields) : missed
  const partly = signed > 0 ? `${formatSignatures(signed, fields)}, ` : ''
  return `${partly}${due}${invitedAt === null ? '' : `, invitación enviada el ${formatListMoment(invitedAt)}`}`
}

/** Short form: '1 de 2, por firmar' */
const shortStateText = ({ kind, signed, fields }: SignerLine, over: boolean): string => {
  const { due, missed } = words[kind]
  const partly = `${signed} de ${fields}`
  if (over) return signed > 0 ? partly : missed
  return signed > 0 ? `${partly}, ${due}` : due
}

interface SignerItemProps {
  readonly line: SignerLine
  readonly over: boolean
}

function SignerItem({ line, over }: SignerItemProps) {
  const { kind, name, signedAt } = line
  const PendingIcon = over ? Minus : Clock
  return (
    <li
      className={cx(styles.signer, signedAt !== null && styles.signed, over && styles.over)}
      title={`${name}: ${signerStateText(line, over)}`}
    >
      {signedAt === null ? <PendingIcon /> : <Check />}
      <span className={styles.name}>
        {name}
        {markersOf(line).map((marker) => (
          <span key={marker} className={styles.marker}>
            {' '}
            {marker}
          </span>
        ))}
      </span>
      <span className={styles.state}>
        {signedAt === null ? (
          shortStateText(line, over)
        ) : (
          <>
            <VisuallyHidden>{words[kind].did} el </VisuallyHidden>
            <time dateTime={signedAt}>{formatShortDay(signedAt)}</time>
          </>
        )}
      </span>
    </li>
  )
}

function OtherSigners({ lines, over }: { readonly lines: readonly SignerLine[]; readonly over: boolean }) {
  const texts = lines.map((line) => `${line.name}: ${signerStateText(line, over)}`)
  return (
    <li className={styles.others} title={texts.join('\n')}>
      +{lines.length} más<VisuallyHidden>: {texts.join('; ')}</VisuallyHidden>
    </li>
  )
}

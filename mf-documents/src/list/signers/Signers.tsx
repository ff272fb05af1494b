import Check from 'lucide-react/icons/check'
import Clock from 'lucide-react/icons/clock'
import Minus from 'lucide-react/icons/minus'
import { BY_PUBLIC_LINK, type UserFile } from 'shared/contract'
import { cx, VisuallyHidden } from 'shared/ui'
import { formatListMoment, formatShortDay, formatSignatures } from '../../format.ts'
import styles from './Signers.module.css'
import { type SignerLine, signerLines, splitSignerLines } from './signer-lines.ts'

export type SignersProps = Pick<UserFile, 'signers' | 'fields_total' | 'fields_signed' | 'status'>

export function Signers({ signers, fields_total: total, fields_signed: signed, status }: SignersProps) {
  // Pending signers no longer count.
  const over = status === 'CANCELLED'
  const { shown, others } = splitSignerLines(signerLines(signers))
  return (
    <div className={cx(styles.signers, signed === total && styles.complete)}>
      <p className={styles.count}>{formatSignatures(signed, total)}</p>
      <div className={styles.marks} aria-hidden="true">
        {Array.from({ length: total }, (_, index) => index).map((index) => (
          <span key={index} className={cx(styles.mark, index < signed && styles.made)} />
        ))}
      </div>
      {shown.length > 0 && (
        <ul className={styles.list} aria-label="Firmantes">
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

/** 'firmó el 3 de febrero de 2026 a las 4:10 p. m.', 'no firmó' */
const signerStateText = (line: SignerLine, over: boolean): string => {
  const { signedAt, invitedAt, signed, fields } = line
  if (signedAt !== null) return [`firmó el ${formatListMoment(signedAt)}`, ...markersOf(line)].join(', ')
  if (over) return signed > 0 ? formatSignatures(signed, fields) : 'no firmó'
  const partly = signed > 0 ? `${formatSignatures(signed, fields)}, ` : ''
  return `${partly}por firmar${invitedAt === null ? '' : `, invitación enviada el ${formatListMoment(invitedAt)}`}`
}

/** Short form: '1 de 2, por firmar' */
const shortStateText = ({ signed, fields }: SignerLine, over: boolean): string => {
  const partly = `${signed} de ${fields}`
  if (over) return signed > 0 ? partly : 'no firmó'
  return signed > 0 ? `${partly}, por firmar` : 'por firmar'
}

interface SignerItemProps {
  readonly line: SignerLine
  readonly over: boolean
}

function SignerItem({ line, over }: SignerItemProps) {
  const { name, signedAt } = line
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
            <VisuallyHidden>firmó el </VisuallyHidden>
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

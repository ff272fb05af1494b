import ShieldCheck from 'lucide-react/icons/shield-check'
import { cx } from 'shared/ui'
import styles from './SigningSheet.module.css'

/** One signature as a pen would draw it; `pathLength` makes the writing independent of its real length. */
function Signature({ d, className }: { readonly d: readonly string[]; readonly className?: string | undefined }) {
  return (
    <svg aria-hidden="true" className={cx(styles.signature, className)} viewBox="0 0 200 72">
      {d.map((path) => (
        <path key={path} d={path} pathLength={1} />
      ))}
    </svg>
  )
}

const elena = [
  'M42 17C36 9 21 11 20 21c-1 8 8 10 15 9-11 0-21 8-19 17 2 9 17 7 27 0 9-7 18-32 13-37-6-4-11 24-9 36 1 7 8 5 13 0 5-4 10-12 6-14-6-2-9 12-4 17 4 4 12-1 16-6 2-3 3-7 4-8 1 5-1 12-1 15 2-8 7-16 11-14 3 2-1 12 2 14 4 3 9-3 12-8 5-7 13-9 14-5-5-4-13 3-11 10 2 6 10-2 12-9-1 7-1 12 4 12 9 0 21-9 38-18',
  'M26 63c46-6 96-8 150-5',
]
const luis = [
  'M24 47c22-6 42-36 33-40-8-3-19 24-24 37-3 8-9 10-15 7-5-3 2-9 10-5 10 5 20 9 31 3 8-5 9-15 11-15 1 2-4 15 1 15 6 0 9-15 11-15 1 2-3 14 2 15 6 1 8-14 10-15 1 2-3 14 2 15 5 0 9-7 10-13 2 6 5 8 3 12-2 3-8 3-10 0 8 3 14-1 18-6',
  'M126 15c2 12 5 28 9 37 8-16 17-33 33-43 6-3 9 1 5 5',
  'M40 65c46-7 94-7 140-2',
]

/**
 * The product at work: a page whose last signature is being written. A picture for the eye; the words beside it say the
 * same.
 */
export function SigningSheet() {
  return (
    <div className={styles.scene} aria-hidden="true">
      <div className={styles.under} data-theme="light" />
      {/* A page is white in both themes. */}
      <div className={styles.sheet} data-theme="light">
        <p className={styles.heading}>Contrato de arrendamiento</p>
        <p>
          Entre <b>Elena Rojas Mora</b>, arrendante, y <b>Luis Vargas Solís</b>, arrendatario, mayores, vecinos de San
          José, se acuerda el presente contrato, que se regirá por las siguientes cláusulas:
        </p>
        <p>
          <b>Primera.</b> La arrendante da en alquiler el apartamento número cuatro del edificio Los Yoses, en buen
          estado de pintura, pisos y servicios, para uso exclusivo de vivienda.
        </p>
        <p>
          <b>Segunda.</b> El plazo es de tres años a partir del primero de abril. El precio se paga por adelantado
          dentro de los primeros cinco días de cada mes.
        </p>
        <p className={styles.long}>
          <b>Tercera.</b> El arrendatario recibe dos juegos de llaves y se compromete a devolver el inmueble como lo
          recibe, salvo el desgaste por el uso normal.
        </p>
        <p>Leído lo anterior, ambas partes lo aprueban y firman.</p>
        <div className={styles.fields}>
          <div className={styles.done}>
            <Signature d={elena} />
            <span className={styles.signer}>Elena Rojas Mora</span>
          </div>
          <div className={styles.field}>
            <span className={styles.tab}>Firma aquí</span>
            <Signature d={luis} className={styles.writing} />
            <span className={styles.signer}>Luis Vargas Solís</span>
          </div>
        </div>
      </div>
      <div className={styles.proof}>
        <ShieldCheck />
        <div>
          <b>2 firmas válidas</b>
          <span>El documento no ha cambiado desde que se firmó.</span>
        </div>
      </div>
    </div>
  )
}

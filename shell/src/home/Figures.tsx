import styles from './Home.module.css'

/** Of the specification. */
const figures = [
  { value: '10K+', label: 'documentos firmados' },
  { value: '99.9%', label: 'uptime' },
  { value: '24/7', label: 'soporte' },
]

export function Figures() {
  return (
    <section className={styles.figures} aria-label="Trazo en cifras">
      <dl className={styles.figureList}>
        {figures.map(({ value, label }) => (
          <div key={label} className={styles.figure}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.sample}>Cifras de muestra.</p>
    </section>
  )
}

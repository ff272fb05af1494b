import { type SignatureReport, signersByField } from 'pdf/verify'
import { type NationalFormat, officialCodes, type RuleReport } from 'pdf/verify/national'
import { useEffect, useState } from 'react'
import { reportUnknown } from 'shared/http'
import { Alert, Button, Progress, Surface, ToneIcon } from 'shared/ui'
import styles from './Judgement.module.css'
import type { NationalJudge } from './judge.ts'
import { describeFormat, ruleWords, stateWords, unjudgedWords } from './texts.ts'

interface JudgementProps {
  readonly signatures: readonly SignatureReport[]
  readonly judge: NationalJudge
}

type State = NationalFormat | { readonly kind: 'working' } | { readonly kind: 'failed' }

const useJudgement = (judge: NationalJudge): readonly [State, () => void] => {
  const [state, setState] = useState<State>({ kind: 'working' })
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const work = new AbortController()
    setState({ kind: 'working' })
    judge(work.signal).then(setState, (error: unknown) => {
      reportUnknown(error)
      if (!work.signal.aborted) setState({ kind: 'failed' })
    })
    return () => work.abort()
  }, [attempt])
  return [state, () => setAttempt(attempt + 1)]
}

export default function Judgement({ signatures, judge }: JudgementProps) {
  const [state, retry] = useJudgement(judge)
  if (state.kind === 'working') return <Progress label="Revisando el formato oficial" />
  if (state.kind === 'failed')
    return (
      <Alert
        tone="error"
        live="polite"
        title="No pudimos terminar la revisión"
        actions={<Button onClick={retry}>Intentar de nuevo</Button>}
      >
        Tu archivo no cambió.
      </Alert>
    )
  const { tone, title, text } = describeFormat(state)
  const signers = signersByField(signatures)
  return (
    <div className={styles.judgement}>
      <Alert tone={tone} title={title} live="polite">
        {text}
      </Alert>
      {state.kind === 'judged' &&
        (['not-met', 'not-judged', 'met'] as const).map((each) => (
          <Group
            key={each}
            state={each}
            rules={state.rules.filter((rule) => rule.state === each)}
            nameOf={(about) => signers.get(about) ?? about}
          />
        ))}
    </div>
  )
}

interface GroupProps {
  readonly state: RuleReport['state']
  readonly rules: readonly RuleReport[]
  readonly nameOf: (about: string) => string
}

function Group({ state, rules, nameOf }: GroupProps) {
  const { title, tone } = stateWords[state]
  if (rules.length === 0) return null
  return (
    <Surface as="section" aria-label={title}>
      <h3 className={styles.title}>{title}</h3>
      <ul className={styles.rules}>
        {rules.map((rule) => (
          <li key={rule.rule} className={styles.rule} data-tone={tone}>
            <ToneIcon tone={tone} />
            <div>
              {ruleWords[rule.rule][state === 'not-met' ? 'missing' : 'met']}
              <Explanation rule={rule} nameOf={nameOf} />
            </div>
          </li>
        ))}
      </ul>
    </Surface>
  )
}

const SHOWN = 5

const listNames = (names: readonly string[]): string => {
  const rest = names.length - SHOWN
  return [...names.slice(0, SHOWN), ...(rest > 0 ? [`${rest} más`] : [])].join(', ')
}

function Explanation({ rule, nameOf }: { readonly rule: RuleReport; readonly nameOf: GroupProps['nameOf'] }) {
  const code = officialCodes[rule.rule]
  const official = code === undefined ? 'Regla del formato' : `Código ${code} del validador`
  return (
    <>
      {rule.state === 'not-met' && <p>{ruleWords[rule.rule].todo}</p>}
      {rule.reason !== undefined && <p>{unjudgedWords[rule.reason]}</p>}
      <span className={styles.fine}>
        {official}
        {rule.about.length > 0 && ` · ${listNames(rule.about.map(nameOf))}`}
      </span>
    </>
  )
}

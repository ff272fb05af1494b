import { useId } from 'react'
import { type PublicLink, publicLinkModes } from 'shared/contract'
import { urlTexts } from './constants.ts'
import styles from './LinkChoice.module.css'
import { withMode } from './link-choice.ts'

export interface LinkChoiceProps {
  readonly link: PublicLink
  readonly onLink: (link: PublicLink) => void
}

export function LinkChoice({ link, onLink }: LinkChoiceProps) {
  const id = useId()
  return (
    <fieldset className={styles.choice}>
      <legend>{urlTexts.modeLegend}</legend>
      {publicLinkModes.map((mode) => (
        <div key={mode} className={styles.mode}>
          <label>
            <input
              type="radio"
              name={id}
              checked={link.mode === mode}
              aria-describedby={`${id}-${mode}`}
              onChange={() => onLink(withMode(link, mode))}
            />
            {urlTexts.modes[mode].label}
          </label>
          <p id={`${id}-${mode}`}>{urlTexts.modes[mode].text}</p>
        </div>
      ))}
      {link.mode === 'sign' && (
        <div className={styles.mode}>
          <label>
            <input
              type="checkbox"
              checked={link.email_code}
              aria-describedby={`${id}-code`}
              onChange={({ target }) => onLink({ ...link, email_code: target.checked })}
            />
            {urlTexts.emailCode}
          </label>
          <p id={`${id}-code`}>{urlTexts.emailCodeText}</p>
        </div>
      )}
    </fieldset>
  )
}

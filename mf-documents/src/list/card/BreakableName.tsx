import { Fragment } from 'react'

/** Allows line breaks after underscores. */
export function BreakableName({ name }: { readonly name: string }) {
  return name.split(/(?<=_)/).map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <wbr />}
      {part}
    </Fragment>
  ))
}

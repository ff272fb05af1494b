/** What webpack and Jest answer for a style sheet; other packages list this file in their tsconfig's `include`. */
declare module '*.module.css' {
  const styles: Readonly<Record<string, string>>
  export default styles
}

declare module '*.css'

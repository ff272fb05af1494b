/** The source of a style sheet, for a constructed one. */
declare module '*.css?text' {
  const text: string
  export default text
}

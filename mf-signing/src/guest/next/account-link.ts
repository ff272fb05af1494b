/** Whether an account opened the link with its session: mailed tokens have no dot. */
export const isAccountLink = (token: string | null | undefined): boolean => token?.includes('.') === true

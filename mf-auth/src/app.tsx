import { REMOTE_BRAND, REMOTE_CONTRACT, type RemoteApp } from 'shared/contract'
import { lazyPart } from 'shared/remote'
import { EmailLinkPage } from './email-link/EmailLinkPage.tsx'
import { ForgotPasswordPage } from './forgot-password/ForgotPasswordPage.tsx'
import { LoginPage } from './login/LoginPage.tsx'
import { PrivacyPage } from './privacy/LazyPrivacyPage.tsx'
import { RegisterPage } from './register/RegisterPage.tsx'
import { ResetPasswordPage } from './reset-password/ResetPasswordPage.tsx'

// In its own chunk: people who log in do not need it yet.
const ProfilePage = lazyPart(async () => {
  const { ProfilePage: Page } = await import(/* webpackChunkName: "profile" */ './profile/ProfilePage.tsx')
  return { default: Page }
})

export default {
  brand: REMOTE_BRAND,
  contract: REMOTE_CONTRACT,
  name: 'mf_auth',
  routes: [
    { path: '/login', Component: LoginPage },
    { path: '/register', Component: RegisterPage },
    { path: '/forgot-password', Component: ForgotPasswordPage },
    { path: '/reset-password', Component: ResetPasswordPage },
    { path: '/profile', Component: ProfilePage },
    { path: '/email/:step', Component: EmailLinkPage },
    { path: '/privacidad', Component: PrivacyPage },
  ],
  slots: {},
} satisfies RemoteApp<'mf_auth'>

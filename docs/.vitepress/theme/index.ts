import DefaultTheme from 'vitepress/theme'
import BenchHistory from './BenchHistory.vue'
import './style.css'

export default {
  extends: DefaultTheme,
  enhanceApp({ app }: { app: { component(name: string, component: unknown): void } }) {
    app.component('BenchHistory', BenchHistory)
  },
}

import { Module } from '@nestjs/common';
import { McpModule } from 'nest-toolport';
import { AuthModule } from './auth/auth.module.js';
import { oauthOptions } from './auth/oauth.js';
import { DatabaseModule } from './database/database.module.js';
import { ForecastModule } from './forecast/forecast.module.js';
import { OrdersModule } from './orders/orders.module.js';
import { ProductsModule } from './products/products.module.js';
import { RateLimitModule } from './rate-limit/rate-limit.module.js';

@Module({
  imports: [
    McpModule.forRoot({
      name: 'orders',
      version: '1.0.0',
      // A page to try the tools on; its link is logged at start.
      inspector: process.env.NODE_ENV !== 'production',
      ...oauthOptions(process.env),
      languages: { directory: new URL('./i18n/', import.meta.url) },
    }),
    AuthModule,
    RateLimitModule,
    DatabaseModule,
    OrdersModule,
    ProductsModule,
    ForecastModule,
  ],
})
export class AppModule {}

#pragma once

int value();
